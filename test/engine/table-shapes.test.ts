import { expect, it } from 'vitest'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { says } from '../support/says.ts'

import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, moveBetween, problems, replace, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const HOSTILE_NAMES = [
  ...[
    'select',
    'order',
    'user',
    'table',
    'MixedCase',
    'with space',
    ' leading',
    'trailing ',
    'quo"te',
    `apo'strophe`,
    'back`tick',
    'back\\slash',
  ],
  ...[
    'dot.dot',
    '.',
    '"',
    '""',
    '?',
    '-',
    '%s',
    '$1',
    '$$',
    ':name',
    '🚂',
    'שלום',
    'e\u0301',
    '\u00e9',
    '\u200b',
    '1digit',
    'a;drop table t;--',
  ],
  ...[
    'line\nbreak',
    'tab\t',
    '__proto__',
    'constructor',
    'x'.repeat(63),
    `${'x'.repeat(61)}é`,
    'A',
    'a',
    '/*',
    '*/',
    '{"a":1}',
    '\\N',
    '@',
    '#',
  ],
]

it('moves tables and columns with hostile names, byte for byte', async () => {
  const create = HOSTILE_NAMES.map(
    (name, n) =>
      `CREATE TABLE ${quoted(name)} (${quoted(name)} int PRIMARY KEY, "plain" text); INSERT INTO ${quoted(name)} VALUES (${n}, 'x')`,
  )
  await run(source, ...create)
  const result = await moveBetween(source, destination, [])
  expect(result.streams.filter(({ status }) => status !== 'succeeded')).toEqual([])
  expect(result.streams).toHaveLength(HOSTILE_NAMES.length)
  for (const [n, name] of HOSTILE_NAMES.entries()) {
    expect(await run(destination, `SELECT ${quoted(name)} AS value FROM ${quoted(name)}`)).toEqual([
      { value: String(n) },
    ])
  }
  const again = await moveBetween(source, destination, [])
  expect(again.streams.filter(({ status }) => status !== 'succeeded')).toEqual([])
  const objects = `SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace AND NOT starts_with(relname, '_millrace_fence') ORDER BY 1, 2`
  expect(await run(destination, objects)).toEqual(await run(source, objects))
})

it('moves tables at once of which Postgres would name a key or a type alike', async () => {
  const names = Array.from({ length: 9 }, (_, n) => `${'x'.repeat(62)}${n}`)
  await run(source, ...names.map((name) => `CREATE TABLE ${name} (a int PRIMARY KEY)`))
  await run(source, ...names.map((name) => `CREATE TABLE y${name.slice(1)} (a int)`))
  await run(source, ...['t', '_t', '__t'].map((name) => `CREATE TABLE ${name} (a int PRIMARY KEY)`))
  const { streams } = await moveBetween(source, destination, [])
  expect(streams.filter(({ status }) => status !== 'succeeded')).toEqual([])
})

const keyOf = async (table: string) =>
  (
    await run(
      destination,
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype = 'p'`,
    )
  )[0]

it.each([
  ['at once', ['t', 't_pkey']],
  ['the key first', ['t_pkey', 't']],
])('moves a table that is called as the key of another, %s', async (_, names) => {
  await run(source, 'CREATE TABLE t_pkey (a int)', 'CREATE TABLE t (a int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
  const streams = names.map((name) => replace(`public.${name}`))
  expect(statuses(await moveBetween(source, destination, streams))).toEqual(['succeeded', 'succeeded'])
  expect(await keyOf('t')).toEqual({ name: 't_pkey1', definition: 'PRIMARY KEY (a)' })
  expect(statuses(await moveBetween(source, destination, streams))).toEqual(['succeeded', 'succeeded'])
})

it.each(['replace', 'append', 'upsert'] as const)(
  'gives way with the key of a table it moved before when a table of that name comes later, in the mode %s',
  async (mode) => {
    await run(source, 'CREATE TABLE t (a int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
    await moveBetween(source, destination, [replace('public.t')])
    await run(source, 'ALTER INDEX t_pkey RENAME TO other', 'CREATE TABLE t_pkey (a int PRIMARY KEY)')
    await run(source, 'INSERT INTO t_pkey VALUES (7)')
    const late = { ...replace('public.t_pkey'), mode }
    const { streams } = await moveBetween(source, destination, [replace('public.t'), late])
    expect(streams.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    expect(await keyOf('t')).toEqual({ name: 't_pkey1', definition: 'PRIMARY KEY (a)' })
    expect(await run(destination, 'SELECT a FROM t_pkey')).toEqual([{ a: '7' }])
  },
)

it.each([
  [
    'CREATE TABLE theirs (a int CONSTRAINT t PRIMARY KEY)',
    'In the schema public, t is already the name of an index of public.theirs.',
    'Rename it there (ALTER INDEX public.t RENAME TO …), or choose another target.',
  ],
  [
    'CREATE SEQUENCE t',
    'In the schema public, t is already the name of a sequence.',
    'Rename it there, or choose another target.',
  ],
  [
    `CREATE TYPE t AS ENUM ('a')`,
    'In the schema public, t is already the name of a type.',
    'Rename it there, or choose another target.',
  ],
])('says before a row is read what has the name of a table: %s', async (theirs, message, hint) => {
  await run(source, 'CREATE TABLE t (a int)')
  await run(destination, theirs)
  const [problem] = problems(await moveBetween(source, destination, [replace('public.t')]))
  expect(problem).toMatchObject({
    code: 'TARGET_NAME_TAKEN',
    message: says(message),
    hint: says(hint),
    retryable: false,
  })
})

it('makes the schema, the columns, the key and the nullability of a table that is missing', async () => {
  await run(
    source,
    'CREATE SCHEMA "Sales Team"',
    'CREATE TABLE "Sales Team".t (b varchar(7) NOT NULL, a numeric(9,3), c timestamp(2)[] NOT NULL, d int, PRIMARY KEY (d, b))',
  )
  await moveBetween(source, destination, [])
  const columns = `SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute WHERE attrelid = '"Sales Team".t'::regclass AND attnum > 0 ORDER BY attnum`
  const key = `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '"Sales Team".t'::regclass AND contype = 'p'`
  expect(await run(destination, columns)).toEqual(await run(source, columns))
  expect(await run(destination, key)).toEqual(await run(source, key))
})

it('empties the target when the source has become empty', async () => {
  await run(source, 'CREATE TABLE t (a int)', 'INSERT INTO t VALUES (1), (2)')
  await moveBetween(source, destination, [])
  await run(source, 'DELETE FROM t')
  const { streams } = await moveBetween(source, destination, [])
  expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 0, rowsWritten: 0 }])
  expect(await run(destination, 'SELECT count(*)::int AS rows FROM t')).toEqual([{ rows: '0' }])
})

it.each([
  ['plain columns', 'int'],
  ['a type that travels as text', 'int[]'],
])('moves an empty table with %s', async (_, type) => {
  await run(source, `CREATE TABLE t (a ${type})`)
  expect(await moveBetween(source, destination, [])).toMatchObject({
    streams: [{ status: 'succeeded', rowsRead: 0, rowsWritten: 0 }],
  })
  expect(await run(destination, 'SELECT * FROM t')).toEqual([])
})

it('holds exactly the new rows when there are fewer than before', async () => {
  await run(source, 'CREATE TABLE t AS SELECT generate_series(1, 10) AS a')
  await moveBetween(source, destination, [])
  await run(source, 'DELETE FROM t WHERE a > 5')
  await moveBetween(source, destination, [])
  expect(await run(destination, 'SELECT sum(a) AS sum FROM t')).toEqual([{ sum: '15' }])
})

it('moves identical rows of a table without a key, each of them', async () => {
  await run(source, 'CREATE TABLE t (a int, b text)', `INSERT INTO t VALUES (1, 'x'), (1, 'x'), (1, 'x')`)
  await moveBetween(source, destination, [])
  expect(await run(destination, 'SELECT a, b, count(*) AS times FROM t GROUP BY a, b')).toEqual([
    { a: '1', b: 'x', times: '3' },
  ])
})

it('moves a table without columns, row for row', async () => {
  await run(source, 'CREATE TABLE t ()', 'INSERT INTO t SELECT FROM generate_series(1, 3)')
  expect(statuses(await moveBetween(source, destination, []))).toEqual(['succeeded'])
  expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '3' }])
})

it('lets the target compute generated columns again', async () => {
  const kind = (await majorOf()) < 18 ? 'STORED' : 'VIRTUAL'
  await run(
    source,
    `CREATE TABLE t (a int PRIMARY KEY, twice int GENERATED ALWAYS AS (a * 2) STORED, thrice int GENERATED ALWAYS AS (a * 3) ${kind}, id int GENERATED ALWAYS AS IDENTITY)`,
    'INSERT INTO t VALUES (1), (21)',
  )
  for (const attempt of ['making the table', 'swapping it']) {
    expect({
      attempt,
      statuses: statuses(await moveBetween(source, destination, [])),
    }).toEqual({
      attempt,
      statuses: ['succeeded'],
    })
    expect(await run(destination, 'SELECT * FROM t ORDER BY a')).toEqual(
      await run(source, 'SELECT * FROM t ORDER BY a'),
    )
  }
  expect(await run(destination, 'UPDATE t SET a = 5 WHERE a = 1 RETURNING twice')).toEqual([{ twice: '10' }])
})

it('moves only the chosen columns', async () => {
  await run(source, 'CREATE TABLE t (a int PRIMARY KEY, b text, c text)', `INSERT INTO t VALUES (1, 'b', 'c')`)
  await moveBetween(source, destination, [{ ...replace('public.t', 'public.u'), columns: ['c', 'a'] }])
  expect(await run(destination, 'SELECT * FROM u')).toEqual([{ a: '1', c: 'c' }])
})

it('moves 1,600 columns', async () => {
  const columns = Array.from({ length: 1600 }, (_, n) => `c${n}`)
  await run(
    source,
    `CREATE TABLE t (${columns.map((name) => `${name} bool`).join(', ')})`,
    `INSERT INTO t VALUES (${columns.map((_, n) => n % 3 === 0).join(', ')})`,
  )
  expect(statuses(await moveBetween(source, destination, []))).toEqual(['succeeded'])
  expect(statuses(await moveBetween(source, destination, []))).toEqual(['succeeded'])
  expect(await run(destination, 'SELECT md5(t::text) FROM t')).toEqual(await run(source, 'SELECT md5(t::text) FROM t'))
})

it('moves a value of 100 MB without holding it', async () => {
  await run(
    source,
    'CREATE TABLE t (a text)',
    `ALTER TABLE t ALTER a SET STORAGE EXTERNAL`,
    `INSERT INTO t VALUES (repeat('0123456789', 10485760)), ('after')`,
  )
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5)
  expect(statuses(await moveBetween(source, destination, []))).toEqual(['succeeded'])
  clearInterval(watch)
  expect(await run(destination, 'SELECT length(a), md5(a) FROM t ORDER BY 1')).toEqual(
    await run(source, 'SELECT length(a), md5(a) FROM t ORDER BY 1'),
  )
  expect((peak - before) / 1048576).toBeLessThan(100)
})

it('moves partitions once, with their table, and children of a table on their own', async () => {
  await run(
    source,
    'CREATE TABLE parted (a int) PARTITION BY RANGE (a)',
    'CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (10)',
    'CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (10) TO (20)',
    'INSERT INTO parted SELECT generate_series(0, 19)',
    'CREATE TABLE parent (a int)',
    'CREATE TABLE child () INHERITS (parent)',
    'INSERT INTO parent VALUES (1)',
    'INSERT INTO child VALUES (2), (3)',
    'CREATE MATERIALIZED VIEW doubled AS SELECT a * 2 AS a FROM parted',
    'CREATE UNLOGGED TABLE unlogged AS SELECT 1 AS a',
  )
  const { streams } = await moveBetween(source, destination, [])
  expect(streams.map(({ entity, status, rowsWritten }) => [entity, status, rowsWritten])).toEqual([
    ['public.child', 'succeeded', 2],
    ['public.doubled', 'succeeded', 20],
    ['public.parent', 'succeeded', 1],
    ['public.parted', 'succeeded', 20],
    ['public.unlogged', 'succeeded', 1],
  ])
})

it('makes enumerations anew, and uses those that are there', async () => {
  await run(
    source,
    `CREATE TYPE mood AS ENUM ('so', 'it''s')`,
    'CREATE TABLE t (a mood, b mood[])',
    `INSERT INTO t VALUES ('so', '{so,"it''s"}'), (NULL, NULL)`,
  )
  await run(source, 'CREATE TABLE u AS SELECT * FROM t')
  for (const _ of [1, 2])
    expect(statuses(await moveBetween(source, destination, []))).toEqual(['succeeded', 'succeeded'])
  expect(await run(destination, `SELECT a::text, b::text FROM t ORDER BY a`)).toEqual(
    await run(source, `SELECT a::text, b::text FROM t ORDER BY a`),
  )
})

it('moves between two tables of one database, also while one replaces what a view of the source shows', async () => {
  await run(
    source,
    'CREATE TABLE a AS SELECT generate_series(1, 1000) AS n',
    'CREATE TABLE b (n int)',
    'CREATE VIEW v AS SELECT * FROM b',
  )
  expect(
    statuses(await moveBetween(source, source, [replace('public.v', 'public.c'), replace('public.a', 'public.b')])),
  ).toEqual(['succeeded', 'succeeded'])
  expect(await run(source, 'SELECT count(*) AS rows FROM v')).toEqual([{ rows: '1000' }])
})
