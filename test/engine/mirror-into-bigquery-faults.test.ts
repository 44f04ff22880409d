import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { killMirrors } from './kill-mirrors.ts'
import {
  type CloudMirrorOptions,
  cloudEndpoint,
  cloudRows,
  positionOf,
  startMirrorIntoBigquery,
} from './mirror-into-bigquery-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { connectTo, type Database, endpointOf, run } from './move-between.ts'

let source: Database
let cloud: GoogleCloudStandIn
let slot = ''

givenTwoDatabases(
  (ends) => {
    source = ends.source
    slot = `slot_${source.database}`
  },
  { settings: LOGICAL },
)

beforeEach(async () => {
  cloud = await startGoogleCloud()
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a text, n int)',
    `INSERT INTO t SELECT n, 'x', 0 FROM generate_series(1, 300) n`,
    'CREATE TABLE k (writer int, n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
  )
})
afterEach(() => cloud.stop())

const TABLES = { 'public.t': 't', 'public.k': 'k' }
const start = (options: CloudMirrorOptions = {}) =>
  startMirrorIntoBigquery(endpointOf(source), cloud, TABLES, { slot, ...options })

/** Inserts, updates, deletes, in transactions over both tables, until it is told to stop. */
function startWriters(count: number): () => Promise<void> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectTo(source)
    for (let n = 0; !isOver; n++) {
      const id = writer * 100 + ((n * 7) % 100) + 1
      await client.query('BEGIN')
      await client.query(`INSERT INTO k VALUES (${writer}, ${n % 7}), (${writer}, ${n % 5})`)
      await client.query(
        n % 3 === 0
          ? `DELETE FROM t WHERE id = ${id}`
          : `INSERT INTO t VALUES (${id}, repeat('w', ${n % 400}), ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n`,
      )
      await client.query(`DELETE FROM k WHERE ctid = (SELECT ctid FROM k WHERE writer = ${writer} LIMIT 1)`)
      await client.query(n % 11 === 10 ? 'ROLLBACK' : 'COMMIT')
      await sleep(25)
    }
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
  }
}

const sorted = async (table: string) =>
  (await run(source, `SELECT * FROM ${table}`)).map((row) => JSON.stringify(Object.values(row))).sort()

const areEqual = async () => {
  for (const table of ['t', 'k'])
    expect(
      cloudRows(cloud, table)
        .map((row) => JSON.stringify(Object.values(row)))
        .sort(),
    ).toEqual(await sorted(table))
}

/** Every attempt may end as it likes; the last one must have everything, once. */
async function expectWhole(): Promise<void> {
  const last = await start()
  await last.caughtUp()
  await areEqual()
  expect([last.divergent, last.gaps, [...last.paused.keys()]]).toEqual([0, [], []])
  await last.stop()
}

/** How often a process is killed. */
const KILLS = TRIES_ALL ? 6 : 2

const isCommit = ({ method, path, body }: { method: string; path: string; body: Buffer }) =>
  method === 'POST' && path.endsWith('/jobs') && body.includes('COMMIT TRANSACTION')
const isLoad = ({ method, path, body }: { method: string; path: string; body: Buffer }) =>
  method === 'POST' && path.endsWith('/jobs') && body.includes('_mirror_load')

describe('nothing is lost, nothing comes twice, and the mirror moves again', () => {
  it('after its process was killed again and again', async () => {
    const first = await start()
    await first.caughtUp()
    await first.stop()
    const stopWriters = startWriters(3)
    const ends = { source: endpointOf(source), destination: cloudEndpoint(cloud), name: slot, tables: TABLES }
    const batches = await killMirrors({ ...ends, google: cloud.address, everyMs: 20 }, KILLS)
    await stopWriters()
    await expectWhole()
    expect(batches).toBeGreaterThanOrEqual(KILLS)
  }, 300_000)

  it.each([
    ['before', 'apply'],
    ['after', 'apply'],
    ['before', 'commit'],
    ['after', 'commit'],
    ['before', 'follow'],
    ['after', 'follow'],
  ] as const)(
    'when the attempt ends %s %s',
    async (when, method) => {
      // Both copies may follow in one call, and then there is no second one.
      let left = when === 'after' && method === 'follow' ? 1 : 2
      const wrapLoad = (load: ChangeLoad): ChangeLoad =>
        new Proxy(load, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target)
            if (typeof value !== 'function') return value
            if (name !== method) return value.bind(target)
            return async (...given: unknown[]) => {
              if (left > 0 && when === 'before') {
                left--
                throw new Error('the process has ended')
              }
              const result: unknown = await Reflect.apply(value, target, given)
              // A table that another copy is on its way for does not follow yet.
              if (left > 0) {
                left--
                throw new Error('the process has ended')
              }
              return result
            }
          },
        })
      const stopWriters = startWriters(2)
      for (let round = 0; left > 0 && round < 20; round++) {
        const mirror = await start({ wrapLoad })
        await mirror.ended.catch(() => {})
        await mirror.settled
      }
      expect(left).toBe(0)
      await stopWriters()
      await expectWhole()
    },
    120_000,
  )

  it.each([
    ['the start of a transaction is lost on the way', 'drop', isCommit],
    ['its answer is lost', 'lose-answer', isCommit],
    ['its answer is cut', 'cut', isCommit],
    ['the answer of a load is lost', 'lose-answer', isLoad],
    ['Google is away for a transaction', { status: 503, body: '' }, isCommit],
  ] as const)('when %s', async (_, fault, isMatch) => {
    const mirror = await start()
    await mirror.caughtUp()
    for (let n = 0; n < 3; n++) {
      cloud.fail(fault, isMatch)
      await run(
        source,
        `BEGIN; UPDATE t SET n = n + 1; INSERT INTO k VALUES (${n}, 1), (${n}, 1); DELETE FROM k WHERE ctid = (SELECT max(ctid) FROM k); COMMIT`,
      )
      await mirror.caughtUp()
      await areEqual()
    }
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })

  it('when others change its tables at the same time, until they stop', async () => {
    const mirror = await start({ retryMs: 100 })
    await mirror.caughtUp()
    let isOver = false
    const disturbing = (async () => {
      while (!isOver) {
        for (const table of [cloud.tables.get('t')]) if (table) table.rows = [...table.rows]
        await sleep(1)
      }
    })()
    await run(source, `UPDATE t SET n = 5 WHERE id < 50`, 'INSERT INTO k VALUES (1, 1)')
    await expect.poll(() => mirror.paused.get('public.t')?.code, { timeout: 60_000 }).toBe('OBJECT_IN_USE')
    // The other table goes on.
    await expect.poll(() => cloudRows(cloud, 'k'), { timeout: 60_000 }).toEqual([{ writer: '1', n: '1' }])
    isOver = true
    await disturbing
    await expect.poll(() => mirror.paused.size, { timeout: 60_000 }).toBe(0)
    await mirror.caughtUp()
    await areEqual()
    await mirror.stop()
  }, 180_000)

  it('when an older attempt is still there: it changes nothing more', async () => {
    const older = await start()
    await older.caughtUp()
    const newer = await start({ slot: `${slot}_b` }).catch(() => undefined)
    const position = positionOf(cloud)
    await run(source, `UPDATE t SET n = 9`)
    await expect(older.ended).rejects.toMatchObject({ problem: { code: 'FENCED' } })
    expect(position).toBeDefined()
    await newer?.stop().catch(() => {})
    await newer?.settled
    await older.settled
  }, 120_000)
})
