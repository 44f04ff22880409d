import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { inEnglish, sentence } from '../../src/core/catalog/sentence.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, slotName, startMirror } from './mirror-support.ts'
import { connectTo, type Database, run } from './move-between.ts'
import type { WatchedMirror } from './watched-mirror.ts'

let source: Database
let destination: Database

givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { settings: LOGICAL },
)

const TABLES = {
  'public.t': { columns: ['id', 'a', 'b'], key: ['id'] },
  'public.k': { columns: ['writer', 'n'], key: [] },
}
const rows = (database: Database, table: string) =>
  run(database, `SELECT count(*) AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM ${table} t`)

/** Changes rows until it is told to stop. @returns how many it has changed */
function startWriters(count: number): () => Promise<number> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectTo(source)
    let changes = 0
    for (let n = 0; !isOver; n++) {
      const first = 2_000 + writer * 1_000 + ((n * 37) % 900)
      await client.query(
        `BEGIN; INSERT INTO k VALUES (${writer}, ${n}); DELETE FROM t WHERE id BETWEEN ${first} AND ${first + 15};
         INSERT INTO t SELECT id, 'w${writer}', '${n}' FROM generate_series(${first}, ${first + 30}) id ON CONFLICT (id) DO UPDATE SET b = excluded.b; COMMIT`,
      )
      changes += 48
      await sleep(25)
    }
    await client.end()
    return changes
  })
  return async () => {
    isOver = true
    return (await Promise.all(writers)).reduce((sum, changes) => sum + changes, 0)
  }
}

async function proven(mirror: WatchedMirror, entity: string, rounds: number) {
  const of = () => mirror.proofs.filter((proof) => proof.entity === entity)
  await expect.poll(() => of().length, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(rounds)
  return of()
}

const NOTHING = { missing: 0, changed: 0, extra: 0 }

beforeEach(async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a text, b text)',
    `INSERT INTO t SELECT n, 'x' || n, 'y' FROM generate_series(1, 20000) n`,
    'CREATE TABLE k (writer int, n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
  )
})

describe('a mirror that is compared with its source', () => {
  it('is proven equal again and again while eight sessions write, without a false alarm', async () => {
    const mirror = await startMirror(source, destination, TABLES, { due: () => Object.keys(TABLES) })
    await mirror.caughtUp()
    const stopWriters = startWriters(8)
    await proven(mirror, 'public.t', 5)
    await proven(mirror, 'public.k', 5)
    expect(await stopWriters()).toBeGreaterThan(5_000)
    for (const { difference, problem } of mirror.proofs) {
      expect(problem).toBeUndefined()
      expect(difference).toMatchObject(NOTHING)
    }
    expect(mirror.repaired).toEqual([])
    await mirror.stop()
  })

  it('finds exactly the rows that somebody has changed in the destination, and sends them again', async () => {
    let isDue = false
    const mirror = await startMirror(source, destination, TABLES, { due: () => (isDue ? ['public.t'] : []) })
    await mirror.caughtUp()
    const stopWriters = startWriters(8)
    await run(destination, `BEGIN; UPDATE t SET b = 'by hand' WHERE id = 7; DELETE FROM t WHERE id = 900; COMMIT`)
    isDue = true
    const [first] = await proven(mirror, 'public.t', 1)
    expect(first?.difference).toMatchObject({ missing: 1, changed: 1, extra: 0, columns: ['id', 'a', 'b'] })
    expect(
      first?.difference?.sample.toSorted((one, other) => Number(one.after?.[0]) - Number(other.after?.[0])),
    ).toEqual([{ before: ['7', 'x7', 'by hand'], after: ['7', 'x7', 'y'] }, { after: ['900', 'x900', 'y'] }])
    await expect
      .poll(() => mirror.repaired, { timeout: 20_000 })
      .toEqual([{ name: 'public.t', inserted: 1, updated: 1, deleted: 0, divergent: 2 }])
    const count = mirror.proofs.length
    const later = (await proven(mirror, 'public.t', count + 3)).slice(count + 1)
    for (const { difference } of later) expect(difference).toMatchObject(NOTHING)
    await stopWriters()
    await mirror.caughtUp()
    for (const table of ['t', 'k']) expect(await rows(destination, table)).toEqual(await rows(source, table))
    await mirror.stop()
  })

  it('compares a column that has come since it was started, and says when the destination has lost one', async () => {
    let isDue = false
    const mirror = await startMirror(source, destination, TABLES, { due: () => (isDue ? ['public.t'] : []) })
    await mirror.caughtUp()
    await run(source, 'ALTER TABLE t ADD COLUMN c int DEFAULT 7', 'UPDATE t SET c = 8 WHERE id = 2')
    await mirror.caughtUp()
    await run(destination, 'UPDATE t SET c = 0 WHERE id = 3')
    isDue = true
    const [first] = await proven(mirror, 'public.t', 1)
    expect(first?.difference).toMatchObject({ missing: 0, changed: 1, extra: 0 })
    await expect
      .poll(() => run(destination, 'SELECT c FROM t WHERE id IN (2, 3) ORDER BY id'), { timeout: 20_000 })
      .toEqual([{ c: '8' }, { c: '7' }])
    await run(destination, 'ALTER TABLE t DROP COLUMN b')
    const problem = () => mirror.proofs.at(-1)?.problem
    await expect
      .poll(() => inEnglish(problem()?.message ?? sentence`Nothing.`), { timeout: 20_000 })
      .toContain('t has no column b')
    await mirror.stop()
  })

  it('removes rows that only the destination has', async () => {
    const mirror = await startMirror(source, destination, TABLES, { due: () => ['public.t'] })
    await mirror.caughtUp()
    await run(destination, `INSERT INTO t VALUES (900001, 'stranger', NULL), (-4, 'another', '')`)
    await expect
      .poll(() => mirror.repaired.filter(({ divergent }) => divergent > 0), { timeout: 20_000 })
      .toEqual([{ name: 'public.t', inserted: 0, updated: 0, deleted: 2, divergent: 2 }])
    expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    await mirror.stop()
  })

  it('copies a table without a key again that differs', async () => {
    await run(source, 'INSERT INTO k SELECT 0, n FROM generate_series(1, 100) n')
    const mirror = await startMirror(source, destination, TABLES, { due: () => ['public.k'] })
    await mirror.caughtUp()
    await run(destination, 'UPDATE k SET n = 0 WHERE n = 50')
    await expect.poll(() => rows(destination, 'k'), { timeout: 30_000 }).toEqual(await rows(source, 'k'))
    expect(mirror.proofs.find(({ difference }) => difference?.isUnlocated)?.difference).toMatchObject({ changed: 1 })
    await mirror.caughtUp()
    await mirror.stop()
  })

  it('takes another snapshot when one sees a transaction, but not one that was committed before it', async () => {
    await run(source, `ALTER SYSTEM SET synchronous_standby_names = 'missing'`, 'SELECT pg_reload_conf()')
    // Only the transaction below waits for the standby.
    await run(destination, `ALTER DATABASE ${destination.database} SET synchronous_commit = local`)
    const mirror = await startMirror(source, destination, TABLES, { due: () => ['public.t'] })
    await mirror.caughtUp()
    const hanging = connectTo(source).then(async (client) => {
      await client.query('SET synchronous_commit = on')
      await client.query(`UPDATE t SET b = 'hanging' WHERE id = 1`)
      await client.end()
    })
    const client = await connectTo(source)
    try {
      await expect
        .poll(() => run(destination, `SELECT FROM t WHERE b = 'hanging'`), { timeout: 20_000 })
        .toHaveLength(1)
      await client.query(`UPDATE t SET b = 'passes' WHERE id = 2`)
      const since = new Date()
      await sleep(4_000)
      expect(mirror.proofs.filter(({ asOf }) => asOf > since)).toEqual([])
    } finally {
      await client.query(`ALTER SYSTEM RESET synchronous_standby_names`)
      await client.query('SELECT pg_reload_conf()')
      await client.end()
    }
    await hanging
    const count = mirror.proofs.length
    await proven(mirror, 'public.t', count + 2)
    for (const { difference } of mirror.proofs) expect(difference).toMatchObject(NOTHING)
    await mirror.stop()
  })
})

describe('a mirror whose log has a gap', () => {
  it('sends only the rows that differ, and no table is copied again', async () => {
    const first = await startMirror(source, destination, TABLES, { due: () => [] })
    await first.caughtUp()
    await first.stop()
    await expect
      .poll(() => run(source, `SELECT active FROM pg_replication_slots WHERE slot_name = '${slotName(source)}'`))
      .toEqual([{ active: 'f' }])
    await run(
      source,
      `SELECT pg_drop_replication_slot('${slotName(source)}')`,
      `UPDATE t SET a = 'missed' WHERE id < 4`,
      'DELETE FROM t WHERE id = 10',
      `INSERT INTO t VALUES (30001, 'new', NULL)`,
    )
    const table = `SELECT 't'::regclass::oid AS oid`
    const before = await run(destination, table)
    const again = await startMirror(source, destination, TABLES, { due: () => [] })
    await run(source, `UPDATE t SET b = 'later' WHERE id IN (2, 4000)`, 'INSERT INTO k VALUES (1, 1)')
    const sent = () => again.repaired.find(({ name }) => name === 'public.t')?.divergent ?? 0
    await expect.poll(sent, { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
    await again.caughtUp()
    expect(again.gaps).toEqual(['LOG_GAP'])
    expect(sent()).toBeLessThan(8)
    // A copy would have taken its place.
    expect(await run(destination, table)).toEqual(before)
    await expect.poll(() => rows(destination, 'k'), { timeout: 20_000 }).toEqual(await rows(source, 'k'))
    expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    await again.stop()
  })
})
