import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { killMirrors } from './kill-mirrors.ts'
import { LOGICAL, slotName, startMirror } from './mirror-support.ts'
import { connectTo, type Database, endpointOf, run } from './move-between.ts'

const TABLES = {
  'public.t': { columns: ['id', 'a', 'n'], key: ['id'] },
  'public.k': { columns: ['writer', 'n'], key: [] },
}
/** How often a process is killed. */
const KILLS = TRIES_ALL ? 12 : 4
const summed = (database: Database, table: string) =>
  run(database, `SELECT count(*) AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM ${table} t`)

let source: Database
let destination: Database

givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { settings: LOGICAL },
)

beforeEach(() =>
  run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a text, n int)',
    `INSERT INTO t SELECT n, 'x', 0 FROM generate_series(1, 500) n`,
    'CREATE TABLE k (writer int, n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
  ),
)

const areEqual = async () => {
  for (const table of ['t', 'k']) expect(await summed(destination, table)).toEqual(await summed(source, table))
}

/** Inserts, updates, deletes and changed keys, in transactions over both tables, until it is told to stop. */
function startWriters(count: number): () => Promise<void> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectTo(source)
    for (let n = 0; !isOver; n++) {
      const id = writer * 100 + ((n * 7) % 100) + 1
      await client.query(`BEGIN; INSERT INTO k VALUES (${writer}, ${n}), (${writer}, ${n % 5})`)
      await client.query(
        n % 3 === 0
          ? `DELETE FROM t WHERE id = ${id}`
          : `INSERT INTO t VALUES (${id}, repeat('w', ${n % 400}), ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n`,
      )
      await client.query(`DELETE FROM k WHERE ctid = (SELECT ctid FROM k WHERE writer = ${writer} LIMIT 1)`)
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

describe('nothing is lost, nothing comes twice, and the mirror moves again', () => {
  it('after its process was killed again and again', async () => {
    const first = await startMirror(source, destination, TABLES)
    await first.caughtUp()
    await first.stop()
    const stopWriters = startWriters(4)
    const ends = { source: endpointOf(source), destination: endpointOf(destination) }
    const tables = { 'public.t': 'public.t', 'public.k': 'public.k' }
    const batches = await killMirrors({ ...ends, name: slotName(source), tables }, KILLS)
    await stopWriters()
    const last = await startMirror(source, destination, TABLES)
    await last.caughtUp()
    await areEqual()
    expect([last.divergent, last.gaps]).toEqual([0, []])
    expect(batches).toBeGreaterThan(KILLS)
    await last.stop()
  }, 300_000)

  it.each([
    ['before', 'apply'],
    ['after', 'apply'],
    ['before', 'commit'],
    ['after', 'commit'],
    ['before', 'follow'],
    ['after', 'follow'],
  ] as const)(
    'when the session with the destination ends %s %s',
    async (when, method) => {
      // Each of the two tables is joined once.
      let left = 2
      const wrapLoad = (load: ChangeLoad): ChangeLoad =>
        new Proxy(load, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target)
            if (typeof value !== 'function') return value
            if (name !== method) return value.bind(target)
            return async (...given: unknown[]) => {
              const isFault = left > 0 && left-- > 0
              if (isFault && when === 'before') await target.abandon()
              const result: unknown = await Reflect.apply(value, target, given)
              if (isFault && when === 'after') {
                await target.abandon()
                throw new Error('the process has ended')
              }
              return result
            }
          },
        })
      const stopWriters = startWriters(2)
      for (let round = 0; left > 0 && round < 20; round++) {
        const mirror = await startMirror(source, destination, TABLES, { wrapLoad })
        await mirror.ended.catch(() => {})
        await mirror.settled
      }
      expect(left).toBe(0)
      await stopWriters()
      const last = await startMirror(source, destination, TABLES)
      await last.caughtUp()
      await areEqual()
      expect([last.divergent, last.gaps]).toEqual([0, []])
      await last.stop()
    },
    120_000,
  )

  it('when the servers end its sessions at any time', async () => {
    const stopWriters = startWriters(3)
    let isOver = false
    const ending = (async () => {
      while (!isOver) {
        await sleep(130)
        for (const database of [source, destination])
          await run(
            database,
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
               AND (backend_type = 'walsender' OR query LIKE '%millrace%') AND pid <> pg_backend_pid() AND random() < 0.5`,
          )
      }
    })()
    for (let round = 0; round < (TRIES_ALL ? 15 : 6); round++) {
      const mirror = await startMirror(source, destination, TABLES).catch(() => undefined)
      if (!mirror) continue
      await Promise.race([mirror.ended.catch(() => {}), sleep(600)])
      await mirror.stop().catch(() => {})
      await mirror.settled
    }
    isOver = true
    await ending
    await stopWriters()
    const last = await startMirror(source, destination, TABLES)
    await last.caughtUp()
    await areEqual()
    expect(last.divergent).toBe(0)
    await last.stop()
  }, 120_000)
})
