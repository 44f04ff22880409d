import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { planStream } from '../../src/server/domain/flows/plan-stream.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { stepProcesses } from '../support/step-processes.ts'
import type { Database } from './move-between.ts'
import {
  connectTo,
  contextWith,
  endpointOf,
  freshDatabase,
  moveBetween,
  problems,
  replace,
  run,
  statuses,
} from './move-between.ts'

let server: RunningPostgres
let source: Database
let destination: Database

beforeAll(async () => {
  server = await startPostgres({ settings: { wal_level: 'logical' } })
  await run(server, 'CREATE ROLE reader', 'CREATE ROLE owner')
})

afterAll(() => server.stop())

beforeEach(async () => {
  source = await freshDatabase(server)
  destination = await freshDatabase(server)
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, v text)',
    `INSERT INTO t SELECT n, 'new' || n FROM generate_series(1, 100) n`,
  )
})

const TARGET = [
  `CREATE TABLE t (id int CONSTRAINT "the key" PRIMARY KEY, v text DEFAULT 'nothing' CONSTRAINT "not empty" CHECK (v <> ''))`,
  `INSERT INTO t SELECT n, 'old' || n FROM generate_series(1, 50) n`,
]

/** Everything the catalogs say about the table, but for its numbers. */
const DEFINITION = `
  SELECT pg_get_userbyid(relowner) AS owner, relacl::text, obj_description(c.oid, 'pg_class') AS comment,
    (SELECT json_agg(json_build_array(attname, format_type(atttypid, atttypmod), attnotnull, attstorage, to_jsonb(pg_attribute) ->> 'attcompression', pg_get_expr(adbin, adrelid), col_description(c.oid, attnum)) ORDER BY attname)
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
    (SELECT json_agg(pg_get_indexdef(indexrelid) ORDER BY pg_get_indexdef(indexrelid)) FROM pg_index WHERE indrelid = c.oid) AS indexes,
    (SELECT json_agg(json_build_array(conname, pg_get_constraintdef(oid)) ORDER BY conname) FROM pg_constraint WHERE conrelid = c.oid) AS constraints,
    (SELECT json_agg(pg_get_triggerdef(oid)) FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal) AS triggers,
    (SELECT json_agg(polname) FROM pg_policy WHERE polrelid = c.oid) AS policies, reloptions::text,
    (SELECT json_agg(pubname) FROM pg_publication_tables WHERE tablename = 't') AS publications,
    (SELECT json_agg(srsubstate) FROM pg_subscription_rel WHERE srrelid = c.oid) AS subscriptions,
    (SELECT json_build_array(typacl::text, obj_description(t.oid, 'pg_type')) FROM pg_type t WHERE t.oid = c.reltype) AS type
  FROM pg_class c WHERE oid = 't'::regclass`

const oidOfTarget = async () => (await run(destination, `SELECT 't'::regclass::oid AS oid`))[0]?.['oid']

const escaped = (text: string) => text.replaceAll(/[()]/g, '\\$&')

const planOf = async () => {
  const ends = {
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
  }
  const request = {
    ...ends,
    stream: 'public.t',
    streams: [replace('public.t')],
    steps: [],
    salt: '',
    stateOf: () => undefined,
  }
  const { effect, notes } = await planStream(request, contextWith(), stepProcesses)
  return { effect, notes }
}

const expectNewRows = async () =>
  expect(
    await run(destination, `SELECT count(*) AS rows, count(*) FILTER (WHERE v LIKE 'new%') AS new FROM t`),
  ).toEqual([{ rows: '100', new: '100' }])

it('swaps a plain table and keeps indexes, constraints, defaults, owner, grants and comments under their names', async () => {
  await run(
    destination,
    ...TARGET,
    'CREATE INDEX "by v" ON t (lower(v) DESC NULLS LAST) INCLUDE (id) WHERE id > 0',
    'CREATE UNIQUE INDEX ON t (v COLLATE "C")',
    'CREATE INDEX ON t USING hash (v)',
    `ALTER TABLE t ADD CONSTRAINT "both once" UNIQUE ${(await majorOf()) < 15 ? '' : 'NULLS NOT DISTINCT'} (id, v)`,
    'ALTER TABLE t ALTER v SET STORAGE EXTERNAL',
    'GRANT SELECT ON t TO reader WITH GRANT OPTION',
    'GRANT INSERT ON t TO PUBLIC',
    'ALTER TABLE t OWNER TO owner',
    'GRANT CREATE ON SCHEMA public TO owner',
    `COMMENT ON TABLE t IS 'it''s "kept"'`,
    `COMMENT ON COLUMN t.v IS 'this too'`,
  )
  const before = { definition: await run(destination, DEFINITION), oid: await oidOfTarget() }
  expect(await planOf()).toEqual({ effect: 'replaced', notes: [] })
  expect(problems(await moveBetween(source, destination, []))).toEqual([undefined])
  expect(await run(destination, DEFINITION)).toEqual(before.definition)
  expect(await oidOfTarget()).not.toEqual(before.oid)
  await expectNewRows()
})

it('swaps a table whose columns its server has marked, and says so of settings that are not known', async () => {
  const mark = (options: string) => [
    'SET allow_system_table_mods = on',
    `UPDATE pg_attribute SET attoptions = '${options}' WHERE attrelid = 't'::regclass AND attname = 'v'`,
  ]
  await run(destination, ...TARGET, ...mark('{pg_attver=3}'))
  expect(await planOf()).toEqual({ effect: 'replaced', notes: [] })
  await run(destination, ...mark('{pg_attver=3,of_tomorrow=1}'))
  const loses = says('public.t loses settings of columns that Millrace does not know: v (of_tomorrow=1).')
  expect(await planOf()).toEqual({ effect: 'replaced', notes: [loses] })
  const before = await oidOfTarget()
  const { streams } = await moveBetween(source, destination, [])
  expect(streams[0]).toMatchObject({ status: 'succeeded', notes: [loses] })
  expect(await oidOfTarget()).not.toEqual(before)
})

describe.each([
  [
    'a view and a view on it',
    'remove view public.w',
    ['CREATE VIEW w AS SELECT v FROM t', 'CREATE VIEW ww AS SELECT * FROM w'],
  ],
  ['a materialized view', 'materialized view public.w', ['CREATE MATERIALIZED VIEW w AS SELECT v FROM t']],
  [
    'a trigger',
    'triggers: remove g',
    [
      `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
      'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()',
    ],
  ],
  [
    'row security',
    'row security or labels: remove ROW LEVEL SECURITY, p',
    ['CREATE POLICY p ON t FOR SELECT USING (id < 10)', 'ALTER TABLE t ENABLE ROW LEVEL SECURITY'],
  ],
  ['a publication', 'take it out of p', ['CREATE PUBLICATION p FOR TABLE t']],
  [
    'a subscription',
    'subscription: remove subscription s',
    [
      `CREATE SUBSCRIPTION s CONNECTION 'dbname=x' PUBLICATION p WITH (connect = false, slot_name = NONE)`,
      'SET allow_system_table_mods = on',
      `INSERT INTO pg_subscription_rel SELECT oid, 't'::regclass, 'r', NULL FROM pg_subscription`,
    ],
  ],
  [
    'a policy of another table that asks it',
    'policy p on table public.o',
    ['CREATE TABLE o (id int)', 'CREATE POLICY p ON o USING (EXISTS (SELECT FROM t))'],
  ],
  [
    'rights and a comment of its type',
    'reset COMMENT ON TYPE, GRANT ON TYPE',
    ['REVOKE USAGE ON TYPE t FROM PUBLIC', `COMMENT ON TYPE t IS 'a row'`],
  ],
  [
    'storage settings',
    'reset autovacuum_enabled=false, fillfactor=50',
    ['ALTER TABLE t SET (fillfactor = 50, autovacuum_enabled = false)'],
  ],
  ['a column grant', 'rights on the whole table instead, and revoke those on v', ['GRANT SELECT (v) ON t TO reader']],
  [
    'a function that returns its rows',
    'function public.f()',
    ['CREATE FUNCTION f() RETURNS SETOF t LANGUAGE sql AS $$ SELECT * FROM t $$'],
  ],
  ['an identity', 'plain columns: id', ['ALTER TABLE t ALTER id ADD GENERATED ALWAYS AS IDENTITY (START 1000)']],
  [
    'a serial',
    'plain columns: id',
    ['CREATE SEQUENCE s OWNED BY t.id', `ALTER TABLE t ALTER id SET DEFAULT nextval('s')`],
  ],
  ['extended statistics', 'statistics: remove those of s', ['CREATE STATISTICS s ON id, v FROM t']],
  ['a child', 'for public.child', ['CREATE TABLE child () INHERITS (t)']],
  [
    'a foreign key of its own',
    'foreign keys: remove t_id_fkey',
    [
      'CREATE TABLE other (id int PRIMARY KEY)',
      'INSERT INTO other SELECT generate_series(1, 100)',
      'ALTER TABLE t ADD FOREIGN KEY (id) REFERENCES other',
    ],
  ],
  [
    'an exclusion constraint',
    'constraints that are not plain, or have a comment: remove or change one',
    ['ALTER TABLE t ADD CONSTRAINT one EXCLUDE USING btree (id WITH =)'],
  ],
  [
    'a deferrable constraint',
    'remove or change later',
    ['ALTER TABLE t ADD CONSTRAINT later UNIQUE (v) DEFERRABLE INITIALLY DEFERRED'],
  ],
  ['a known setting of a column', 'remove those of v n_distinct=5', ['ALTER TABLE t ALTER v SET (n_distinct = 5)']],
  ['a rule', 'rules: remove r', ['CREATE RULE r AS ON INSERT TO t WHERE NEW.id < 0 DO INSTEAD NOTHING']],
  ['a comment on its key', 'change the key', [`COMMENT ON CONSTRAINT "the key" ON t IS 'x'`]],
])('with %s', (_, reason, statements) => {
  it('keeps the table and everything on it, exchanges its rows, and names the reason in the plan and in the run', async () => {
    await run(destination, ...TARGET, ...statements)
    const before = { definition: await run(destination, DEFINITION), oid: await oidOfTarget() }
    const why = says(
      expect.stringMatching(new RegExp(`^The rows of public.t are deleted and inserted, .*${escaped(reason)}`)),
    )
    expect(await planOf()).toEqual({ effect: 'refilled', notes: expect.arrayContaining([why]) })
    const { streams } = await moveBetween(source, destination, [])
    expect(streams.map(({ error }) => error)).toEqual(expect.arrayContaining([undefined]))
    expect(streams.find(({ target }) => target === 'public.t')?.notes).toEqual(expect.arrayContaining([why]))
    expect(await run(destination, DEFINITION)).toEqual(before.definition)
    expect(await oidOfTarget()).toEqual(before.oid)
    await expectNewRows()
  })
})

it('keeps views readable and shows the new rows in them', async () => {
  await run(destination, ...TARGET, 'CREATE VIEW w AS SELECT v FROM t', 'GRANT SELECT ON w TO reader')
  await moveBetween(source, destination, [])
  expect(await run(destination, 'SET ROLE reader', 'SELECT count(*) AS rows FROM w')).toEqual([{ rows: '100' }])
})

it('fills a partitioned table through its parent', async () => {
  await run(
    destination,
    'CREATE TABLE t (id int PRIMARY KEY, v text) PARTITION BY HASH (id)',
    'CREATE TABLE t0 PARTITION OF t FOR VALUES WITH (MODULUS 2, REMAINDER 0)',
    'CREATE TABLE t1 PARTITION OF t FOR VALUES WITH (MODULUS 2, REMAINDER 1)',
  )
  expect(statuses(await moveBetween(source, destination, []))).toEqual(['succeeded'])
  await expectNewRows()
})

describe('when other tables point to the target', () => {
  it('keeps rows that are pointed to and changes only the others', async () => {
    await run(
      destination,
      ...TARGET,
      'CREATE TABLE child (t_id int REFERENCES t ON DELETE CASCADE)',
      'INSERT INTO child VALUES (1), (50)',
    )
    expect(problems(await moveBetween(source, destination, []))).toEqual([undefined])
    await expectNewRows()
    expect(await run(destination, 'SELECT count(*) AS rows FROM child')).toEqual([{ rows: '2' }])
  })

  it('matches rows by a key that includes further columns', async () => {
    await run(
      destination,
      'CREATE TABLE t (id int, v text, CONSTRAINT "the key" PRIMARY KEY (id) INCLUDE (v))',
      `INSERT INTO t SELECT n, 'old' || n FROM generate_series(1, 50) n`,
      'CREATE TABLE child (t_id int REFERENCES t)',
      'INSERT INTO child VALUES (1), (50)',
    )
    expect(problems(await moveBetween(source, destination, [replace('public.t')]))).toEqual([undefined])
    await expectNewRows()
    expect(problems(await moveBetween(source, destination, [{ ...replace('public.t'), mode: 'upsert' }]))).toEqual([
      undefined,
    ])
    await run(source, 'ALTER TABLE t DROP CONSTRAINT t_pkey, ADD PRIMARY KEY (id) INCLUDE (v)')
    expect(problems(await moveBetween(source, destination, [replace('public.t')]))).toEqual([undefined])
    await run(destination, 'CREATE SCHEMA made')
    expect(
      problems(await moveBetween(source, destination, [{ ...replace('public.t', 'made.t'), mode: 'upsert' }])),
    ).toEqual([undefined])
    expect(
      problems(await moveBetween(source, destination, [{ ...replace('public.t', 'made.t'), mode: 'upsert' }])),
    ).toEqual([undefined])
  })

  it('changes nothing when a row that is pointed to would go, and says so', async () => {
    await run(
      destination,
      ...TARGET,
      `INSERT INTO t VALUES (999, 'old')`,
      'CREATE TABLE child (t_id int REFERENCES t)',
      'INSERT INTO child VALUES (999)',
    )
    expect(problems(await moveBetween(source, destination, []))).toMatchObject([
      { code: 'CONSTRAINT', retryable: false },
    ])
    expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '51' }])
  })
})

it('changes nothing when the rows break a constraint of the target', async () => {
  await run(
    destination,
    `CREATE TABLE t (id int PRIMARY KEY CHECK (id < 100), v text)`,
    `INSERT INTO t VALUES (1, 'old')`,
  )
  expect(problems(await moveBetween(source, destination, []))).toMatchObject([{ code: 'CONSTRAINT', retryable: false }])
  expect(await run(destination, 'SELECT v FROM t')).toEqual([{ v: 'old' }])
})

it('changes nothing when a trigger keeps rows out', async () => {
  await run(
    destination,
    ...TARGET,
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN CASE WHEN NEW.id > 5 THEN NEW END; END'`,
    'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()',
  )
  expect(problems(await moveBetween(source, destination, []))).toMatchObject([{ code: 'ROW_COUNT_MISMATCH' }])
  expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '50' }])
})

it.each([
  ['of a table', []],
  ['of a table that others refer to', ['CREATE TABLE child (t_id int REFERENCES t)']],
])('changes nothing when a trigger keeps the old rows %s', async (_, statements) => {
  await run(
    destination,
    ...TARGET,
    ...statements,
    `INSERT INTO t VALUES (999, 'old')`,
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    'CREATE TRIGGER g BEFORE DELETE ON t FOR EACH ROW EXECUTE FUNCTION f()',
  )
  expect(problems(await moveBetween(source, destination, []))).toMatchObject([{ code: 'ROW_COUNT_MISMATCH' }])
  expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '51' }])
})

it('needs no more than the rights to change rows where the table belongs to others', async () => {
  await run(
    destination,
    ...TARGET,
    'DROP ROLE IF EXISTS writer',
    `CREATE ROLE writer LOGIN PASSWORD 'w'`,
    'GRANT USAGE, CREATE ON SCHEMA public TO writer',
  )
  const asWriter = { ...destination, user: 'writer', password: 'w' }
  expect(problems(await moveBetween(source, asWriter, []))).toMatchObject([{ code: 'PERMISSION_MISSING' }])
  await run(destination, 'GRANT SELECT, INSERT, UPDATE, DELETE ON t TO writer')
  expect(problems(await moveBetween(source, asWriter, []))).toEqual([undefined])
  await expectNewRows()
  await run(destination, 'DROP OWNED BY writer', 'DROP ROLE writer')
})

describe.each([
  ['a swap', []],
  ['a refill', ['CREATE VIEW w AS SELECT v FROM t']],
])('during %s', (_, statements) => {
  it('a reader sees the old rows or the new at every moment, at either isolation', async () => {
    await run(source, `INSERT INTO t SELECT n, 'new' || n FROM generate_series(101, 3000) n`)
    await run(destination, ...TARGET, ...statements)
    const seen = new Set<string>()
    let isOver = false
    const poll = async (begin: string) => {
      const reader = await connectTo(destination)
      while (!isOver) {
        await reader.query(begin)
        // The snapshot is taken before the table is opened, so it may be older than the swap.
        await reader.query('SELECT 1')
        await sleep(1)
        const { rows } = await reader.query(
          `SELECT count(*) || ' ' || COALESCE(string_agg(DISTINCT left(v, 3), ','), '') AS seen FROM t`,
        )
        seen.add(String(rows[0]?.seen))
        await reader.query('COMMIT')
      }
      await reader.end()
    }
    const readers = [
      poll('BEGIN'),
      poll('BEGIN ISOLATION LEVEL REPEATABLE READ'),
      poll('BEGIN ISOLATION LEVEL REPEATABLE READ'),
    ]
    for (let attempt = 0; attempt < 5; attempt++)
      expect(problems(await moveBetween(source, destination, []))).toEqual([undefined])
    await sleep(20)
    isOver = true
    await Promise.all(readers)
    expect(seen).toEqual(new Set(['3000 new', '50 old']))
  })
})

it('gives up with advice when a long query holds the table, and leaves the old rows', async () => {
  await run(destination, ...TARGET)
  const holder = await connectTo(destination)
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE t IN SHARE MODE')
  const { streams } = await moveBetween(source, destination, [])
  expect(streams).toMatchObject([
    {
      status: 'failed',
      rowsWritten: 0,
      error: {
        code: 'TABLE_BUSY',
        retryable: true,
        message: says(expect.stringMatching(/^Somebody else holds public\.t: process \d+ .*LOCK TABLE t/)),
      },
    },
  ])
  await holder.query('COMMIT')
  await holder.end()
  expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '50' }])
})

it('waits for a short query that holds the table', async () => {
  await run(destination, ...TARGET)
  const holder = await connectTo(destination)
  await holder.query('BEGIN')
  await holder.query('SELECT * FROM t')
  const moving = moveBetween(source, destination, [replace('public.t')])
  await sleep(1_500)
  await holder.query('COMMIT')
  await holder.end()
  expect(problems(await moving)).toEqual([undefined])
  await expectNewRows()
})

it.each([
  ['an index', 'CREATE INDEX later ON t (v)', 'TARGET_CHANGED'],
  ['a grant', 'GRANT SELECT ON t TO reader', 'TARGET_CHANGED'],
  ['a view', 'CREATE VIEW w AS SELECT v FROM t', 'TARGET_CHANGED'],
  [
    'a trigger',
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()`,
    'TARGET_CHANGED',
  ],
])('loses nothing that is made while rows are on their way: %s', async (_, statement, code) => {
  // Row 50 is read when the lock is free, so that the statement comes in the middle, however slow the machine is.
  await run(
    source,
    `CREATE VIEW waiting AS SELECT id, v || left(CASE id WHEN 50 THEN pg_advisory_lock_shared(50)::text END, 0) AS v FROM t WHERE id = 50`,
  )
  await run(destination, 'CREATE TABLE t (id int, v text)', `INSERT INTO t VALUES (0, 'old')`)
  const holder = await connectTo(source)
  await holder.query('SELECT pg_advisory_lock(50)')
  const moving = moveBetween(source, destination, [replace('public.waiting', 'public.t')])
  const isWaiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 50`
  await expect.poll(() => run(source, isWaiting), { timeout: 20_000 }).toHaveLength(1)
  await run(destination, statement)
  const before = await run(destination, DEFINITION)
  await holder.end()
  expect(problems(await moving)).toMatchObject([{ code, retryable: true }])
  expect(await run(destination, DEFINITION)).toEqual(before)
  expect(await run(destination, 'SELECT v FROM t')).toEqual([{ v: 'old' }])
  expect(statuses(await moveBetween(source, destination, [replace('public.waiting', 'public.t')]))).toEqual([
    'succeeded',
  ])
})
