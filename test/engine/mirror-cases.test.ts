import { describe, expect, it } from 'vitest'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, startMirror, type Tables } from './mirror-support.ts'
import { type Database, run } from './move-between.ts'
import { slowFirstBatches } from './slow-first-batches.ts'
import type { WatchedMirror } from './watched-mirror.ts'

let source: Database
let destination: Database

/** A server that ends whoever says nothing for two seconds. */
givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { settings: { ...LOGICAL, wal_sender_timeout: '2s' } },
)

const sum = (database: Database, table: string) =>
  run(database, `SELECT count(*) AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM ${table} t`)

async function started(tables: Tables, options: Parameters<typeof startMirror>[3] = {}) {
  const mirror = await startMirror(source, destination, tables, options)
  await mirror.caughtUp()
  return mirror
}

async function expectEqual(mirror: WatchedMirror, ...tables: string[]): Promise<void> {
  await mirror.caughtUp()
  for (const table of tables) expect(await sum(destination, table)).toEqual(await sum(source, table))
  expect([mirror.divergent, mirror.gaps, [...mirror.paused]]).toEqual([0, [], []])
}

describe('the rows that the log names', () => {
  it('are found by a key that is stored out of line, and that the log does not repeat', async () => {
    const key = `(SELECT string_agg(md5(n::text), '') FROM generate_series(1, 80) n)`
    await run(
      source,
      'CREATE TABLE t (id text PRIMARY KEY, a text, b text)',
      `INSERT INTO t VALUES (${key}, 'long', 'kept'), ('short', 'x', 'y')`,
    )
    const mirror = await started({ 'public.t': { columns: ['id', 'a', 'b'], key: ['id'] } })
    await run(source, `UPDATE t SET a = 'one'`)
    await expectEqual(mirror, 't')
    await run(
      source,
      `BEGIN; UPDATE t SET a = 'two'; UPDATE t SET b = 'three'; COMMIT`,
      `UPDATE t SET id = id || 'x', a = 'moved'`,
      `INSERT INTO t VALUES (${key}, 'again', NULL)`,
    )
    await expectEqual(mirror, 't')
    await run(source, `DELETE FROM t WHERE a = 'moved'`)
    await expectEqual(mirror, 't')
    await mirror.stop()
  })

  it('go by their key only, whatever the other columns have', async () => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, a text)',
      `INSERT INTO t SELECT n, CASE WHEN n % 2 = 0 THEN 'filled' END FROM generate_series(1, 10) n`,
    )
    const mirror = await started({ 'public.t': { columns: ['id', 'a'], key: ['id'] } })
    await run(source, 'DELETE FROM t WHERE id IN (2, 3)', 'UPDATE t SET id = id + 100 WHERE id IN (4, 5)')
    await expectEqual(mirror, 't')
    await mirror.stop()
  })

  it('of a key of two columns are in the state that the log had last', async () => {
    await run(
      source,
      'CREATE TABLE c (a int, b int, n int, PRIMARY KEY (a, b))',
      'INSERT INTO c VALUES (3, 4, 34), (4, 3, 43), (7, 7, 77)',
    )
    const mirror = await started({ 'public.c': { columns: ['a', 'b', 'n'], key: ['a', 'b'] } })
    await run(
      source,
      `BEGIN; INSERT INTO c VALUES (1, 1, 1); DELETE FROM c WHERE a = 1; INSERT INTO c VALUES (1, 1, 2), (1, 2, 3);
       DELETE FROM c WHERE b = 1; DELETE FROM c WHERE a = 7; INSERT INTO c VALUES (7, 7, 78); COMMIT`,
      `BEGIN; UPDATE c SET a = 0 WHERE a = 3; UPDATE c SET a = 3, b = 4 WHERE (a, b) = (4, 3); UPDATE c SET a = 4, b = 3 WHERE a = 0; COMMIT`,
    )
    await expectEqual(mirror, 'c')
    expect(await run(destination, 'SELECT * FROM c ORDER BY a, b')).toEqual([
      { a: '1', b: '2', n: '3' },
      { a: '3', b: '4', n: '43' },
      { a: '4', b: '3', n: '34' },
      { a: '7', b: '7', n: '78' },
    ])
    await mirror.stop()
  })
})

it('a transaction that empties two tables and fills them leaves the later rows; other tables may be emptied', async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY)',
    'CREATE TABLE u (id int PRIMARY KEY)',
    'CREATE TABLE other (id int PRIMARY KEY)',
    'INSERT INTO t VALUES (1)',
    'INSERT INTO u VALUES (1)',
  )
  const mirror = await started({
    'public.t': { columns: ['id'], key: ['id'] },
    'public.u': { columns: ['id'], key: ['id'] },
  })
  await run(
    source,
    'BEGIN; INSERT INTO t VALUES (2); INSERT INTO u VALUES (2); TRUNCATE t, u, other; INSERT INTO t VALUES (3); INSERT INTO u VALUES (4); COMMIT',
    'TRUNCATE other',
  )
  await expectEqual(mirror, 't', 'u')
  expect(await run(destination, 'SELECT t.id AS t, u.id AS u FROM t, u')).toEqual([{ t: '3', u: '4' }])
  await mirror.stop()
})

it('a transaction that takes longer to apply than the server waits for a sign of life is read once', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, a text)')
  const { wrapLoad, parts } = slowFirstBatches(6_000)
  const mirror = await started({ 'public.t': { columns: ['id', 'a'], key: ['id'] } }, { wrapLoad })
  await run(source, `INSERT INTO t SELECT n, repeat('x', 200) FROM generate_series(1, 80000) n`)
  await expectEqual(mirror, 't')
  expect(parts()).toBeGreaterThan(3)
  expect(mirror.batches).toHaveLength(1)
  await mirror.stop()
})
