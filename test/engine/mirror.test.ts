import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, slotName, startMirror } from './mirror-support.ts'
import { connectTo, type Database, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { settings: LOGICAL },
)

const T = { 'public.t': { columns: ['id', 'a', 'b'], key: ['id'] } }
const rows = (database: Database, table = 't') => run(database, `SELECT * FROM ${table} ORDER BY 1, 2`)
const summed = (database: Database, table: string) =>
  run(database, `SELECT count(*) AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM ${table} t`)

describe('a table that follows another', () => {
  beforeEach(async () => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, a text, b text)',
      `INSERT INTO t SELECT n, 'a' || n, 'b' || n FROM generate_series(1, 10) n`,
    )
  })

  it('is copied first, then gets what is inserted, changed and deleted, and equals it', async () => {
    const mirror = await startMirror(source, destination, T)
    await mirror.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    await run(
      source,
      `INSERT INTO t VALUES (11, E'tab\\t newline\\n back\\\\ return\\r \\b', NULL), (12, '', '\\N')`,
      `UPDATE t SET a = 'changed' WHERE id < 3`,
      'DELETE FROM t WHERE id = 5',
      'UPDATE t SET id = 100 WHERE id = 6',
      'UPDATE t SET id = 6 WHERE id = 7',
      'DELETE FROM t WHERE id = 12',
    )
    await mirror.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })

  it('keeps large values that the log does not repeat', async () => {
    const large = `(SELECT string_agg(md5(n::text || 'x'), '') FROM generate_series(1, 5000) n)`
    await run(source, `INSERT INTO t VALUES (50, 'before', ${large})`)
    const mirror = await startMirror(source, destination, T)
    await mirror.caughtUp()
    await run(
      source,
      `BEGIN; INSERT INTO t VALUES (60, 'new', ${large}); UPDATE t SET a = 'then' WHERE id = 60; UPDATE t SET a = 'other' WHERE id = 50; COMMIT`,
      'UPDATE t SET id = 51 WHERE id = 50',
      `UPDATE t SET id = 61, a = 'moved' WHERE id = 60`,
    )
    await mirror.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })

  it('has rows that have exchanged their unique values, and their keys', async () => {
    const mirror = await startMirror(source, destination, T)
    await mirror.caughtUp()
    for (const database of [source, destination]) await run(database, 'CREATE UNIQUE INDEX ON t (a)')
    await run(
      source,
      `BEGIN; UPDATE t SET a = 'free' WHERE id = 1; UPDATE t SET a = 'a1' WHERE id = 2; UPDATE t SET a = 'a2' WHERE id = 1; COMMIT`,
      `BEGIN; UPDATE t SET id = 0 WHERE id = 3; UPDATE t SET id = 3 WHERE id = 4; UPDATE t SET id = 4 WHERE id = 0; COMMIT`,
      `BEGIN; DELETE FROM t WHERE id = 9; INSERT INTO t VALUES (90, 'a9', 'x'); INSERT INTO t VALUES (9, 'new', 'y'); COMMIT`,
    )
    await mirror.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })

  it('is emptied where the source was', async () => {
    const mirror = await startMirror(source, destination, T)
    await mirror.caughtUp()
    await run(
      source,
      `BEGIN; INSERT INTO t VALUES (70, 'x', 'y'); TRUNCATE t; INSERT INTO t VALUES (71, 'x', 'y'); COMMIT`,
    )
    await mirror.caughtUp()
    expect(await rows(destination)).toEqual([{ id: '71', a: 'x', b: 'y' }])
    await mirror.stop()
  })

  it('goes on where it stopped, whatever the source sends again', async () => {
    const first = await startMirror(source, destination, T)
    await first.caughtUp()
    await run(source, `UPDATE t SET a = 'one'`)
    await first.caughtUp()
    await first.stop()
    await run(source, `UPDATE t SET a = 'two' WHERE id > 3`, `INSERT INTO t VALUES (13, 'late', NULL)`)
    const second = await startMirror(source, destination, T)
    await second.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    expect(second.batches.flatMap(({ tables }) => tables)).toEqual([
      { name: 'public.t', inserted: 1, updated: 7, deleted: 0, divergent: 0 },
    ])
    await second.stop()
  })

  it('tells what of it was not equal before', async () => {
    const mirror = await startMirror(source, destination, T)
    await mirror.caughtUp()
    await run(destination, 'DELETE FROM t WHERE id IN (1, 2)', `INSERT INTO t VALUES (20, 'stranger', NULL)`)
    await run(
      source,
      `UPDATE t SET a = 'now' WHERE id = 1`,
      'DELETE FROM t WHERE id = 2',
      `INSERT INTO t VALUES (20, 'ours', NULL)`,
    )
    await mirror.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    expect(mirror.divergent).toBe(3)
    await mirror.stop()
  })

  it('is copied again when a part of the log is missing, and never goes on from now', async () => {
    const mirror = await startMirror(source, destination, T)
    await mirror.caughtUp()
    await mirror.stop()
    const slot = `SELECT active FROM pg_replication_slots WHERE slot_name = '${slotName(source)}'`
    await expect.poll(() => run(source, slot)).toEqual([{ active: 'f' }])
    await run(
      source,
      `SELECT pg_drop_replication_slot('${slotName(source)}')`,
      `UPDATE t SET a = 'missed' WHERE id < 4`,
      `SELECT pg_create_logical_replication_slot('${slotName(source)}', 'pgoutput')`,
    )
    const again = await startMirror(source, destination, T)
    await run(source, `UPDATE t SET a = 'later' WHERE id = 9`)
    await again.caughtUp()
    expect(again.gaps).toEqual(['LOG_GAP'])
    // Both sides are compared first.
    await expect.poll(() => rows(destination), { timeout: 30_000 }).toEqual(await rows(source))
    await again.stop()
  })

  it('is in another schema than others of its mirror', async () => {
    await run(source, 'CREATE SCHEMA other', 'CREATE TABLE other.t (id int PRIMARY KEY, a text)')
    await run(destination, 'CREATE SCHEMA other')
    const both = { ...T, 'other.t': { columns: ['id', 'a'], key: ['id'] } }
    const mirror = await startMirror(source, destination, both)
    await mirror.caughtUp()
    await run(source, `INSERT INTO other.t VALUES (1, 'x')`, `UPDATE t SET a = 'both' WHERE id = 1`)
    await mirror.control.pause('other.t')
    await mirror.control.resume('other.t')
    await mirror.caughtUp()
    for (const table of ['t', 'other.t']) expect(await rows(destination, table)).toEqual(await rows(source, table))
    await mirror.stop()
  })

  it('gets another table beside it without a stop', async () => {
    const first = await startMirror(source, destination, T)
    await first.caughtUp()
    await first.stop()
    await run(source, 'CREATE TABLE u (id int PRIMARY KEY, a text)', `INSERT INTO u VALUES (1, 'old')`)
    const both = { ...T, 'public.u': { columns: ['id', 'a'], key: ['id'] } }
    const second = await startMirror(source, destination, both)
    await run(source, `INSERT INTO u VALUES (2, 'new')`, `UPDATE t SET a = 'both' WHERE id = 1`)
    await second.caughtUp()
    for (const table of ['t', 'u']) expect(await rows(destination, table)).toEqual(await rows(source, table))
    expect(second.gaps).toEqual([])
    await second.stop()
  })
})

describe('a table without a key', () => {
  it('has as many equal rows as the source', async () => {
    await run(
      source,
      'CREATE TABLE k (a int, b text, j json)',
      `INSERT INTO k SELECT n % 3, CASE n % 3 WHEN 0 THEN NULL ELSE '' END, '{"x": 1}' FROM generate_series(1, 12) n`,
      'ALTER TABLE k REPLICA IDENTITY FULL',
    )
    const mirror = await startMirror(source, destination, { 'public.k': { columns: ['a', 'b', 'j'], key: [] } })
    await mirror.caughtUp()
    await run(
      source,
      'DELETE FROM k WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 0)',
      `UPDATE k SET b = 'now' WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 1)`,
      `INSERT INTO k VALUES (7, repeat(md5('x'), 5000), '[]'), (7, 'y', '[]'), (2, '', '{"x": 1}')`,
      'UPDATE k SET a = 8 WHERE a = 7',
      `DELETE FROM k WHERE b = 'y'`,
    )
    await mirror.caughtUp()
    const all = (database: Database) =>
      run(database, 'SELECT a, md5(b) AS b, j::text, count(*) AS rows FROM k GROUP BY 1, 2, 3 ORDER BY 1, 2')
    expect(await all(destination)).toEqual(await all(source))
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })
})

/** Writes until it is told to stop, in transactions of which some are slow and some end without effect. */
function startWriters(count: number): () => Promise<void> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectTo(source)
    for (let n = 0; !isOver; n++) {
      const id = writer * 50 + ((n * 7) % 50) + 1
      await client.query(`BEGIN; INSERT INTO k VALUES (${writer}, ${n})`)
      await client.query(
        n % 3 === 0
          ? `DELETE FROM t WHERE id = ${id}`
          : `INSERT INTO t VALUES (${id}, 'w${writer}', '${n}') ON CONFLICT (id) DO UPDATE SET b = excluded.b`,
      )
      if (n % 5 === 0) await client.query('SELECT pg_sleep(0.02)')
      await client.query(n % 11 === 10 ? 'ROLLBACK' : 'COMMIT')
      await sleep(20)
    }
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
  }
}

describe('tables that are copied while 20 sessions write them', () => {
  it.each([1, 2, 3])('have every change once, with a key and without (round %i)', async () => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, a text, b text)',
      `INSERT INTO t SELECT n, 'x', 'y' FROM generate_series(1, 1000) n`,
      'CREATE TABLE k (writer int, n int)',
      'ALTER TABLE k REPLICA IDENTITY FULL',
    )
    const stopWriters = startWriters(20)
    const mirror = await startMirror(source, destination, { ...T, 'public.k': { columns: ['writer', 'n'], key: [] } })
    await mirror.caughtUp()
    await stopWriters()
    await mirror.caughtUp()
    for (const table of ['t', 'k']) expect(await summed(destination, table)).toEqual(await summed(source, table))
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })
})
