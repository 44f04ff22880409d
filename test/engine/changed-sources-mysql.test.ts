import { describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { actingAt } from './at-moment.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { freshMysql, mysqlEndpoint } from './move-mysql.ts'

let destination: Database
let from: MysqlDatabase

givenBothSystems((ends) => {
  destination = ends.source
  from = ends.to
})

const TO = ['postgres', 'mysql'] as const

interface Changing {
  /** Of the source. */
  readonly change: readonly string[]
  /** Of a table of two columns more than its key; `t` if nobody says. */
  readonly entity?: string
  readonly account?: Partial<MysqlDatabase>
  /** Streams before it. */
  readonly before?: readonly StreamRequest[]
  readonly steps?: readonly Step[]
  readonly stream?: Partial<StreamRequest>
}

/** The stream of a table that changes after the run has described it. */
async function movedWhile(
  to: (typeof TO)[number],
  { change, entity = 't', account, before = [], steps = [], stream }: Changing,
) {
  const mysql = to === 'mysql' ? await freshMysql(from) : undefined
  const there = (...statements: readonly string[]) =>
    mysql ? runMysql(mysql, ...statements) : run(destination, ...statements)
  await there('CREATE TABLE arrived (id int PRIMARY KEY, a int, b int)', 'INSERT INTO arrived VALUES (7, 7, 7)')
  const connector = actingAt(mysqlConnector, 'described', () => runMysql(from, ...change).then(() => {}))
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector, endpoint: mysqlEndpoint({ ...from, ...account }) },
    destination: mysql
      ? { connector: mysqlConnector, endpoint: mysqlEndpoint(mysql) }
      : { connector: postgresConnector, endpoint: endpointOf(destination) },
    streams: [
      ...before,
      {
        entity: `${from.database}.${entity}`,
        target: mysql ? `${mysql.database}.arrived` : 'public.arrived',
        mode: 'replace',
        verify: 'values',
        ...stream,
      },
    ],
    transformations: { steps, salt: 'salt' },
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
  })
  return {
    error: streams.at(-1)?.error,
    ids: (await there('SELECT id FROM arrived')).map((row) => Number(row['id'])),
  }
}

const TABLES = [
  'CREATE TABLE t (id int PRIMARY KEY, a int, b int)',
  'INSERT INTO t VALUES (1, 10, 20), (2, 11, 21)',
  'CREATE TABLE o LIKE t',
  'INSERT INTO o VALUES (100, 1, 1)',
]

it.each(
  [
    ['another table that was there has got its name', ['RENAME TABLE t TO before_it, o TO t']],
    [
      'a table of another engine has got its name',
      ['ALTER TABLE o ENGINE=MyISAM', 'RENAME TABLE t TO before_it, o TO t'],
    ],
    [
      'a view has got its name',
      ['RENAME TABLE t TO before_it', 'CREATE VIEW t AS SELECT * FROM before_it WHERE id > 1'],
    ],
    ['two of its columns have exchanged their names', ['ALTER TABLE t CHANGE a b int, CHANGE b a int']],
  ].flatMap(([what, change]) => TO.map((to) => [what, to, change] as const)),
)('the old rows stay where %s since the run described it (to %s)', async (_, to, change) => {
  await runMysql(from, ...TABLES)
  const { error, ids } = await movedWhile(to, { change: change as readonly string[] })
  expect(error).toMatchObject({ code: 'SOURCE_CHANGED', retryable: true })
  expect(ids).toEqual([7])
})

it.each(TO)('rows that come and go meanwhile are no change of the table (to %s)', async (to) => {
  await runMysql(from, ...TABLES)
  const { error, ids } = await movedWhile(to, {
    change: ['INSERT INTO t VALUES (3, 1, 1)', 'DELETE FROM t WHERE id = 1'],
  })
  expect(error).toBeUndefined()
  expect(ids.toSorted()).toEqual([1, 2])
})

/** A step that reads another table of the source, by the key of both. */
const joining = (stream: string, other: string): Step => ({
  id: 'join',
  type: 'join',
  settings: { stream: other, rows: 'all', on: [{ column: 'id', other: 'id' }] },
  stream,
})

const EXCHANGE = ['RENAME TABLE t TO before_it, o TO t']

it('a table that is exchanged within the second is noticed by an account with few rights too', async () => {
  const account = { user: `few_${process.pid}`, password: 'few' }
  await runMysql(
    from,
    `CREATE USER ${account.user}@'%' IDENTIFIED BY '${account.password}'`,
    `GRANT SELECT ON ${from.database}.* TO ${account.user}@'%'`,
    ...TABLES,
    // MySQL keeps the second in which a table was made, MariaDB that in which it got its name.
    ...(isMysql ? ['DO SLEEP(1.1)', 'DROP TABLE o', 'CREATE TABLE o LIKE t', 'INSERT INTO o VALUES (100, 1, 1)'] : []),
  )
  const { error, ids } = await movedWhile('postgres', { change: EXCHANGE, account })
  expect(error).toMatchObject({ code: 'SOURCE_CHANGED', retryable: true })
  expect(ids).toEqual([7])
})

it('a table that steps of another stream describe again stays the one that the run began with', async () => {
  await runMysql(from, ...TABLES, 'CREATE TABLE other (id int PRIMARY KEY)', 'INSERT INTO other VALUES (1)')
  const other = { entity: `${from.database}.other`, target: 'public.other', mode: 'replace' } as const
  const { error, ids } = await movedWhile('postgres', {
    change: EXCHANGE,
    before: [other],
    steps: [joining(other.entity, `${from.database}.t`)],
  })
  expect(error).toMatchObject({ code: 'SOURCE_CHANGED', retryable: true })
  expect(ids).toEqual([7])
})

it('no rows are removed as gone where an empty table has got the name of a stream that brings changes', async () => {
  await runMysql(from, ...TABLES, 'INSERT INTO t VALUES (7, 0, 0)', 'DELETE FROM o')
  const stream = {
    mode: 'upsert',
    key: ['id'],
    cursor: { column: 'b' },
    vanished: { limit: 100 },
  } as const
  const { error, ids } = await movedWhile('postgres', { change: EXCHANGE, stream })
  expect(error).toMatchObject({ code: 'SOURCE_CHANGED' })
  expect(ids).toEqual([7])
})

describe('behind a view', () => {
  const VIEWS = [
    ...TABLES,
    'CREATE VIEW w AS SELECT id, a, b FROM t',
    'CREATE VIEW further AS SELECT id, a, b FROM w WHERE id > 0',
    'CREATE VIEW joined AS SELECT o.id, t.a, t.b FROM o LEFT JOIN t ON t.id = o.id - 99',
  ]

  it.each(
    [
      ['is exchanged', 'w', EXCHANGE],
      ['is exchanged behind another view', 'further', EXCHANGE],
      ['is exchanged in a join', 'joined', ['RENAME TABLE t TO before_it', 'CREATE TABLE t LIKE o']],
      ['is emptied', 'w', ['TRUNCATE TABLE t']],
      ['has columns that exchange their names', 'w', ['ALTER TABLE t CHANGE a b int, CHANGE b a int']],
    ].flatMap(([what, view, change]) => TO.map((to) => [what, to, view, change] as const)),
  )('the old rows stay where a table %s since the run described it (to %s)', async (_, to, entity, change) => {
    await runMysql(from, ...VIEWS)
    const { error, ids } = await movedWhile(to, { change: change as readonly string[], entity: entity as string })
    expect(error).toMatchObject({ code: 'SOURCE_CHANGED', retryable: true })
    expect(ids).toEqual([7])
  })

  it.each([
    ['w', ['CREATE OR REPLACE VIEW w AS SELECT id, b AS a, a AS b FROM t']],
    ['further', ['CREATE OR REPLACE VIEW w AS SELECT id, b AS a, a AS b FROM t']],
  ])('the old rows stay where a view is defined anew with exchanged columns (%s)', async (entity, change) => {
    await runMysql(from, ...VIEWS)
    const { error, ids } = await movedWhile('postgres', { change, entity })
    expect(error).toMatchObject({ code: 'SOURCE_CHANGED', retryable: true })
    expect(ids).toEqual([7])
  })

  it.each([
    ['calls', 'called', 'first_of'],
    ['calls behind another view', 'behind', 'first_of'],
    ['calls through another function', 'called', 'further_of'],
  ])('the old rows stay where a function is replaced that it %s', async (_, entity, name) => {
    const made = (which: string, body: string) =>
      `CREATE FUNCTION ${which}(n int) RETURNS int DETERMINISTIC RETURN ${body}`
    await runMysql(
      from,
      ...TABLES,
      made('further_of', 'n'),
      made('first_of', 'further_of(n)'),
      'CREATE VIEW called AS SELECT id, first_of(a) AS a, b FROM t',
      'CREATE VIEW behind AS SELECT * FROM called',
    )
    const left = await movedWhile('postgres', { change: ['DO 0'], entity })
    expect(left).toMatchObject({ error: undefined })
    await run(destination, 'DROP TABLE arrived')
    const change = [`DROP FUNCTION ${name}`, made(name, 'n + 1000')]
    const { error, ids } = await movedWhile('postgres', { change, entity })
    expect(error).toMatchObject({ code: 'SOURCE_CHANGED', retryable: true })
    expect(ids).toEqual([7])
  })

  it('one that reads no table is only changed when it is defined anew', async () => {
    await runMysql(from, 'CREATE VIEW alone AS SELECT 5 AS id, 1 AS a, 2 AS b')
    const left = await movedWhile('postgres', { change: ['DO 0'], entity: 'alone' })
    expect(left).toEqual({ error: undefined, ids: [5] })
  })

  it('rows that come and go are no change of its tables', async () => {
    await runMysql(from, ...VIEWS)
    const { error, ids } = await movedWhile('postgres', { change: ['DELETE FROM t WHERE id = 1'], entity: 'further' })
    expect(error).toBeUndefined()
    expect(ids.toSorted()).toEqual([1, 2])
  })
})
