import { describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { actingAt } from './at-moment.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, nextFence, replace, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

/** A step that reads a table that the run has described. */
const joining = (stream: string, other: string): Step => ({
  id: 'join',
  type: 'join',
  settings: { stream: other, rows: 'all', on: [{ column: 'id', other: 'id' }] },
  stream,
})

/** The stream of one table or view, during which its source changes after the run has taken its snapshot. */
async function movedWhile(
  entity: string,
  change: readonly string[],
  {
    before = [],
    steps = [],
    ...user
  }: Partial<Database> & { before?: readonly StreamRequest[]; steps?: readonly Step[] } = {},
) {
  await run(destination, 'CREATE TABLE IF NOT EXISTS arrived (id int)', 'INSERT INTO arrived VALUES (7)')
  const connector = actingAt(postgresConnector, 'described', () => run(source, ...change).then(() => {}))
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector, endpoint: endpointOf({ ...source, ...user }) },
    destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
    streams: [...before, { ...replace(entity), target: 'public.arrived' }],
    transformations: { steps, salt: 'salt' },
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
  })
  return streams.at(-1)
}

const MOODS = [
  `CREATE TYPE mood AS ENUM ('sad', 'ok')`,
  'CREATE TABLE t (id int, mood mood)',
  `INSERT INTO t VALUES (10, 'sad')`,
]

const CHANGED = { code: 'SOURCE_CHANGED', retryable: true }

describe('the old rows stay', () => {
  it.each([
    ['another table', ['CREATE TABLE other (id int PRIMARY KEY)', 'INSERT INTO other VALUES (1), (2), (3)']],
    ['a view', ['CREATE VIEW other AS SELECT 9 AS id']],
  ])('where %s has got the name of a table since the snapshot', async (_, statements) => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1), (2)')
    const kind = statements[0]?.includes('VIEW') ? 'VIEW' : 'TABLE'
    const exchange = ['ALTER TABLE t RENAME TO before', `ALTER ${kind} other RENAME TO t`]
    expect((await movedWhile('public.t', [...statements, ...exchange]))?.error).toMatchObject(CHANGED)
    expect(await run(destination, 'SELECT id FROM arrived')).toEqual([{ id: '7' }])
  })

  it.each([
    ['emptied', 'w', ['TRUNCATE t']],
    ['rewritten', 'w', ['ALTER TABLE t ADD extra bigserial']],
    ['emptied behind another view', 'further', ['TRUNCATE t']],
    ['emptied behind a function', 'called', ['TRUNCATE t']],
    ['emptied, a table that inherits', 'w', ['TRUNCATE child']],
    ['without a partition', 'parted', ['ALTER TABLE p DETACH PARTITION p1']],
    [
      'replaced by a new one',
      'w',
      ['CREATE TABLE later AS TABLE t', 'CREATE OR REPLACE VIEW w AS SELECT id FROM later'],
    ],
    ['in the place of its view', 'w', ['ALTER VIEW w RENAME TO before', 'CREATE TABLE w AS TABLE t']],
    [
      'read by other words and changed for them',
      'w',
      ['UPDATE t SET id = id + 100', 'CREATE OR REPLACE VIEW w AS SELECT id FROM t WHERE id > 100'],
    ],
    ['read by other words behind another view', 'further', ['CREATE OR REPLACE VIEW w AS SELECT id FROM t LIMIT 1']],
    [
      'read by a function that is another',
      'called',
      [
        `CREATE OR REPLACE FUNCTION all_of_t() RETURNS SETOF t LANGUAGE plpgsql AS 'BEGIN RETURN QUERY SELECT * FROM t LIMIT 1; END'`,
      ],
    ],
  ])('where a table behind a view is %s since the snapshot', async (_, view, change) => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY)',
      'CREATE TABLE child () INHERITS (t)',
      'INSERT INTO t VALUES (1), (2)',
      'INSERT INTO child VALUES (3)',
      'CREATE TABLE p (id int) PARTITION BY RANGE (id)',
      'CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (9)',
      'INSERT INTO p VALUES (1)',
      `CREATE FUNCTION all_of_t() RETURNS SETOF t LANGUAGE plpgsql AS 'BEGIN RETURN QUERY SELECT * FROM t; END'`,
      'CREATE VIEW w AS SELECT id FROM t',
      'CREATE VIEW further AS SELECT id FROM w',
      'CREATE VIEW called AS SELECT id FROM all_of_t()',
      'CREATE VIEW parted AS SELECT id FROM p',
    )
    expect((await movedWhile(`public.${view}`, change))?.error).toMatchObject(CHANGED)
    expect(await run(destination, 'SELECT id FROM arrived')).toEqual([{ id: '7' }])
  })

  it.each([
    [
      'table',
      't',
      ['ALTER TABLE t RENAME id TO x', 'ALTER TABLE t RENAME part TO id', 'ALTER TABLE t RENAME x TO part'],
    ],
    ['view', 'w', ['DROP VIEW w', 'CREATE VIEW w AS SELECT part AS id, id AS part FROM t']],
  ])('where columns of a %s have exchanged their names and with them their types', async (_, entity, change) => {
    await run(
      source,
      'CREATE TABLE t (id int, part real)',
      'INSERT INTO t VALUES (10, 1.5)',
      'CREATE VIEW w AS SELECT id, part FROM t',
    )
    await run(destination, 'CREATE TABLE arrived (id int, part real)')
    expect((await movedWhile(`public.${entity}`, change))?.error).toMatchObject(CHANGED)
    expect(await run(destination, 'SELECT id FROM arrived')).toEqual([{ id: '7' }])
  })

  it.each([
    [
      'have exchanged their names',
      ['ALTER TABLE t RENAME id TO x', 'ALTER TABLE t RENAME part TO id', 'ALTER TABLE t RENAME x TO part'],
    ],
    ['have been made again without values', ['ALTER TABLE t DROP COLUMN part', 'ALTER TABLE t ADD COLUMN part int']],
  ])('where columns of one type %s', async (_, change) => {
    await run(source, 'CREATE TABLE t (id int, part int)', 'INSERT INTO t VALUES (10, 20)')
    await run(destination, 'CREATE TABLE arrived (id int, part int)')
    expect((await movedWhile('public.t', change))?.error).toMatchObject(CHANGED)
    expect(await run(destination, 'SELECT id FROM arrived')).toEqual([{ id: '7' }])
  })

  it.each([
    ['a list of a domain', 'feeling[]', `'{sad}'`, ['CREATE DOMAIN feeling AS mood']],
    ['a range', 'spell', `'[sad,ok]'`, ['CREATE TYPE spell AS RANGE (subtype = mood)']],
    [
      'a composite type in a domain',
      'told',
      `'(1,"{sad}")'`,
      [
        'CREATE DOMAIN feelings AS mood[]',
        'CREATE TYPE state AS (n int, moods feelings)',
        'CREATE DOMAIN told AS state',
      ],
    ],
  ])('where a word of an enum in %s has another name', async (_, type, value, types) => {
    await run(
      source,
      MOODS[0] ?? '',
      ...types,
      `CREATE TABLE t (id int, mood ${type})`,
      `INSERT INTO t VALUES (10, ${value})`,
    )
    await run(destination, 'CREATE TABLE arrived (id int, mood text)')
    const change = [`ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'`]
    expect((await movedWhile('public.t', change))?.error).toMatchObject(CHANGED)
    expect(await run(destination, 'SELECT id FROM arrived')).toEqual([{ id: '7' }])
  })

  it.each([
    ['has another name', [`ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'`]],
    [
      'has exchanged its name with another',
      ['ok:x', 'sad:ok', 'x:sad'].map((words) => `ALTER TYPE mood RENAME VALUE '${words.replace(':', `' TO '`)}'`),
    ],
  ])('where a word of an enum %s', async (_, change) => {
    await run(source, ...MOODS)
    await run(destination, 'CREATE TABLE arrived (id int, mood text)')
    expect((await movedWhile('public.t', change))?.error).toMatchObject(CHANGED)
    expect(await run(destination, 'SELECT id FROM arrived')).toEqual([{ id: '7' }])
  })

  it('where a table is emptied that steps of another stream describe again', async () => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY)',
      'INSERT INTO t VALUES (1), (2)',
      'CREATE TABLE other (id int PRIMARY KEY)',
      'INSERT INTO other VALUES (1)',
    )
    const again = { before: [replace('public.other')], steps: [joining('public.other', 'public.t')] }
    expect((await movedWhile('public.t', ['TRUNCATE t'], again))?.error).toMatchObject(CHANGED)
    expect(await run(destination, 'SELECT id FROM arrived')).toEqual([{ id: '7' }])
  })

  it.each([
    ['begins to hide rows', '', ['ALTER TABLE t ENABLE ROW LEVEL SECURITY']],
    ['hides other rows', 'ALTER TABLE t ENABLE ROW LEVEL SECURITY', ['ALTER POLICY first ON t USING (id = 2)']],
    [
      'hides other rows of a table behind a view',
      'ALTER TABLE t ENABLE ROW LEVEL SECURITY; ALTER VIEW w OWNER TO PG_ROLE',
      ['ALTER POLICY first ON t USING (id = 2)'],
    ],
    [
      'is made again',
      'ALTER TABLE t ENABLE ROW LEVEL SECURITY',
      ['DROP POLICY first ON t', 'CREATE POLICY first ON t USING (id = 2)'],
    ],
  ])('where a policy %s', async (_, first, change) => {
    const user = { user: `limited_${source.database}`, password: 'limited' }
    await run(
      source,
      'CREATE TABLE t (id int)',
      'INSERT INTO t VALUES (1), (2)',
      `CREATE ROLE ${user.user} LOGIN PASSWORD '${user.password}'`,
      `GRANT SELECT ON t TO ${user.user}`,
      'CREATE POLICY first ON t USING (id = 1)',
      'CREATE VIEW w AS SELECT id FROM t',
      `GRANT SELECT ON w TO ${user.user}`,
      `GRANT CREATE ON SCHEMA public TO ${user.user}`,
      first.replace('PG_ROLE', user.user),
    )
    const stream = await movedWhile(first.includes('VIEW') ? 'public.w' : 'public.t', change, user)
    expect(stream?.error).toMatchObject(CHANGED)
    expect(await run(destination, 'SELECT id FROM arrived')).toEqual([{ id: '7' }])
  })
})

it('rows arrive although a word comes to an enum meanwhile', async () => {
  await run(source, ...MOODS)
  await run(destination, 'CREATE TABLE arrived (id int, mood text)')
  const stream = await movedWhile('public.t', [`ALTER TYPE mood ADD VALUE 'great' BEFORE 'sad'`])
  expect(stream).toMatchObject({ status: 'succeeded' })
  expect(await run(destination, 'SELECT mood FROM arrived')).toEqual([{ mood: 'sad' }])
})

const VIEW = 'CREATE VIEW w AS SELECT id FROM t WHERE id = 1 UNION ALL SELECT id FROM m'

it.each([
  ['a materialized view behind it is filled again', 'w', ['INSERT INTO t VALUES (3)', 'REFRESH MATERIALIZED VIEW m']],
  ['the view is created again in the same words', 'w', ['DROP VIEW w', VIEW.replaceAll(' FROM', '  FROM')]],
  ['an index behind it is made again', 'w', ['CREATE INDEX later ON t (id)', 'REINDEX TABLE t']],
])('all rows of a view arrive although %s meanwhile', async (_, view, change) => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY)',
    'INSERT INTO t VALUES (1), (2)',
    'CREATE MATERIALIZED VIEW m AS SELECT id FROM t WHERE id > 1',
    VIEW,
  )
  expect(await movedWhile(`public.${view}`, change)).toMatchObject({ status: 'succeeded' })
  const rows = await run(destination, 'SELECT id FROM arrived WHERE id < 3 ORDER BY id')
  expect(rows).toEqual([{ id: '1' }, { id: '2' }])
})
