import { describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { RangePlan } from '../../src/engine/move/ranges/range-plan.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { actingAt, type Moment } from './at-moment.ts'
import { expectNothingLeft, RANGES } from './given-large-table.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import {
  contextWith,
  type Database,
  endpointOf,
  moveBetween,
  nextFence,
  problems,
  replace,
  run,
} from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { settings: { autovacuum: 'off', wal_level: 'logical' } },
)

const given = async (...dependents: readonly string[]) => {
  await run(
    source,
    'CREATE TABLE t (id bigint PRIMARY KEY, v text, n bigint)',
    `INSERT INTO t SELECT n, 'new', n FROM generate_series(1, 100) n`,
  )
  await run(
    destination,
    'CREATE TABLE t (id bigint PRIMARY KEY, v text, n bigint)',
    `INSERT INTO t SELECT n, 'old', n FROM generate_series(101, 150) n`,
    ...dependents,
  )
}

/** A run during which somebody changes the target at a moment. @returns its stream, and what the target was after the change */
const moveWhile = async (
  moment: Moment,
  statements: readonly string[],
  { ranges, ...stream }: Partial<StreamRequest> & { readonly ranges?: RangePlan } = {},
) => {
  let changed: unknown
  const connector = actingAt(postgresConnector, moment, async () => {
    await run(destination, ...statements)
    changed = await run(destination, DEFINITION)
  })
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector, endpoint: endpointOf(destination) },
    streams: [{ ...replace('public.t'), ...stream }],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
    ...(ranges && { ranges }),
  })
  return { moved: streams[0], changed }
}

const DEFINITION = `
  SELECT c.oid, relkind, relacl::text, relrowsecurity, obj_description(c.oid, 'pg_class') AS comment,
    (SELECT json_agg(json_build_array(attname, format_type(atttypid, atttypmod), attidentity) ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
    (SELECT json_agg(pg_get_indexdef(indexrelid) ORDER BY 1) FROM pg_index WHERE indrelid = c.oid) AS indexes,
    (SELECT json_agg(tgname) FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal) AS triggers,
    (SELECT json_agg(polname) FROM pg_policy WHERE polrelid = c.oid) AS policies,
    (SELECT json_agg(stxname) FROM pg_statistic_ext WHERE stxrelid = c.oid) AS statistics,
    (SELECT json_agg(pubname) FROM pg_publication_tables WHERE tablename = 't') AS publications
  FROM pg_class c WHERE oid = to_regclass('public.t')`

const CHANGES: readonly (readonly [string, ...(readonly string[])])[] = [
  [
    'made anew, with other indexes, rights and a comment',
    'DROP TABLE t CASCADE',
    'CREATE TABLE t (id bigint PRIMARY KEY, v text, n bigint)',
    'CREATE INDEX by_v ON t (v)',
    'GRANT SELECT ON t TO PUBLIC',
    `COMMENT ON TABLE t IS 'mine'`,
  ],
  ['made a view', 'ALTER TABLE t RENAME TO hidden', 'CREATE VIEW t AS SELECT * FROM hidden'],
  [
    'made partitioned',
    'ALTER TABLE t RENAME TO hidden',
    'CREATE TABLE t (id bigint PRIMARY KEY, v text, n bigint) PARTITION BY HASH (id)',
    'CREATE TABLE t0 PARTITION OF t FOR VALUES WITH (MODULUS 1, REMAINDER 0)',
  ],
  ['dropped', 'DROP TABLE t CASCADE'],
  ['given a column another name', 'ALTER TABLE t RENAME n TO m'],
  ['given a column another type, whose stored form has the same length', 'ALTER TABLE t ALTER n TYPE double precision'],
  ['given an identity', 'ALTER TABLE t ALTER id ADD GENERATED ALWAYS AS IDENTITY'],
]

const HANGING: typeof CHANGES = [
  [
    'given a trigger',
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.v := ''theirs''; RETURN NEW; END'`,
    'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()',
  ],
  ['given row security', 'CREATE POLICY p ON t USING (id < 10)', 'ALTER TABLE t ENABLE ROW LEVEL SECURITY'],
  ['given statistics', 'CREATE STATISTICS s ON id, n FROM t'],
  ['given a comment on its key', `COMMENT ON CONSTRAINT t_pkey ON t IS 'mine'`],
  ['given a comment on an index', `COMMENT ON INDEX t_pkey IS 'mine'`],
  ['given rights on its type', 'REVOKE USAGE ON TYPE t FROM PUBLIC'],
  ['published', 'CREATE PUBLICATION p FOR TABLE t'],
]

const WAYS = [
  ['an exchange of the table', 'replace', [], HANGING],
  ['a refill', 'replace', ['CREATE VIEW w AS SELECT id FROM t'], []],
  ['append', 'append', [], HANGING.slice(0, 1)],
  ['upsert', 'upsert', [], []],
] as const

describe.each(WAYS)(
  'a table that is changed between the plan and its rows, with %s',
  (_, mode, dependents, further) => {
    it.each([...CHANGES, ...further])('(%s) keeps the change, and gets no row', async (_change, ...statements) => {
      await given(...dependents)
      const { moved, changed } = await moveWhile('planned', statements, { mode })
      expect(moved?.status).toBe('failed')
      expect(['TARGET_CHANGED', 'TARGET_MISMATCH']).toContain(moved?.error?.code)
      expect(await run(destination, DEFINITION)).toEqual(changed)
      const [found] = changed as readonly unknown[]
      if (found) expect(await run(destination, `SELECT FROM t WHERE v <> 'old' LIMIT 1`)).toEqual([])
      await expectNothingLeft(destination)
    })

    it('(given rights and a comment) keeps them, and gets the rows', async () => {
      await given(...dependents)
      const statements = ['GRANT SELECT ON t TO PUBLIC', `COMMENT ON TABLE t IS 'mine'`]
      const { moved } = await moveWhile('planned', statements, { mode })
      expect(moved).toMatchObject({ status: 'succeeded' })
      const [found] = await run(destination, DEFINITION)
      expect(found).toMatchObject({ comment: 'mine', relacl: expect.stringContaining('=r/') })
    })
  },
)

it('a large table that is made anew before its first range keeps what it has, and the next run fills it', async () => {
  await given()
  await run(source, `INSERT INTO t SELECT n, repeat('new', 60), n FROM generate_series(101, 3000) n`)
  const [, ...anew] = CHANGES[0] ?? ['']
  const { moved, changed } = await moveWhile('planned', anew, { ranges: RANGES })
  expect(moved?.error?.code).toBe('TARGET_CHANGED')
  expect(await run(destination, DEFINITION)).toEqual(changed)
  await expectNothingLeft(destination)
  expect(problems(await moveBetween(source, destination, [replace('public.t')]))).toEqual([undefined])
})

const CHILDREN = ['CREATE TABLE child (t bigint REFERENCES t ON DELETE CASCADE)', 'INSERT INTO child VALUES (101)']

it('rows that refer to a table only since its rows are on their way are not deleted with the old rows', async () => {
  await given('CREATE VIEW w AS SELECT id FROM t')
  const { moved } = await moveWhile('staged', CHILDREN)
  expect(moved?.error?.code).toBe('TARGET_CHANGED')
  expect(await run(destination, 'SELECT t FROM child')).toEqual([{ t: '101' }])
})

it('rows that refer to a partition of the table are not deleted with the old rows', async () => {
  await given()
  await run(
    destination,
    'DROP TABLE t',
    'CREATE TABLE t (id bigint PRIMARY KEY, v text, n bigint) PARTITION BY RANGE (id)',
    'CREATE TABLE t0 PARTITION OF t FOR VALUES FROM (0) TO (1000)',
    `INSERT INTO t VALUES (1, 'old', 1), (101, 'old', 101)`,
    'CREATE TABLE child (t bigint REFERENCES t0 ON DELETE CASCADE)',
    'INSERT INTO child VALUES (1)',
  )
  expect(problems(await moveBetween(source, destination, [replace('public.t')]))).toEqual([undefined])
  expect(await run(destination, 'SELECT t FROM child')).toEqual([{ t: '1' }])
  expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '100' }])
})
