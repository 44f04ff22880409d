import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { LOGICAL, slotName, startMirror } from './mirror-support.ts'
import { connectTo, type Database, freshDatabase, run } from './move-between.ts'
import { crash, hang, patiently } from './server-faults.ts'

const TABLES = {
  'public.t': { columns: ['id', 'n'], key: ['id'] },
  'public.k': { columns: ['n'], key: [] },
}

/** A crash must not lose what was committed, as on a server that somebody owns. */
const DURABLE = { synchronous_commit: 'on' }

let servers: readonly [RunningPostgres, RunningPostgres]
let source: Database
let destination: Database

beforeAll(async () => {
  servers = await Promise.all([
    startPostgres({ settings: { ...LOGICAL, ...DURABLE } }),
    startPostgres({ settings: DURABLE }),
  ])
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

beforeEach(async () => {
  source = await freshDatabase(servers[0])
  destination = await freshDatabase(servers[1])
  await run(
    source,
    'CREATE TABLE t (id bigserial PRIMARY KEY, n int)',
    'CREATE TABLE k (n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
  )
})

/** Each transaction writes both tables. What a crash has interrupted may be committed or not: only the servers know. */
function startWriter(): () => Promise<void> {
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await patiently(async () => {
        const client = await connectTo(source)
        try {
          for (let n = 0; !isOver && n < 1_000_000; n++) {
            await client.query(`BEGIN; INSERT INTO t (n) VALUES (${n % 7}); INSERT INTO k VALUES (${n % 7}); COMMIT`)
            if (n % 5 === 4)
              await client.query(
                'BEGIN; UPDATE t SET n = 1 - n WHERE id % 50 = 3; UPDATE k SET n = 1 - n WHERE n < 2; COMMIT',
              )
            await sleep(50)
          }
        } finally {
          await client.end().catch(() => {})
        }
      })
    }
  })()
  return async () => {
    isOver = true
    await writing
  }
}

const SUM = `SELECT (SELECT count(*) FROM t) AS rows, (SELECT count(*) FROM k) AS others,
  (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM t) AS sum, (SELECT sum(n) FROM k) AS sums`

/** Looks for half of a transaction in the destination while the mirror works. @returns how often it looked and what was half */
function startReader(): () => Promise<{ readonly looks: number; readonly half: number }> {
  let [looks, half, isOver] = [0, 0, false]
  const reading = (async () => {
    while (!isOver) {
      await run(destination, 'SELECT (SELECT count(*) FROM t) = (SELECT count(*) FROM k) AS whole')
        .then(([row]) => {
          looks++
          if (row?.['whole'] !== 't') half++
        })
        .catch(() => {})
      await sleep(20)
    }
  })()
  return async () => {
    isOver = true
    await reading
    return { looks, half }
  }
}

/** As a worker does: begins again whenever it ends. */
function keepMirroring(options: Parameters<typeof startMirror>[3] = {}) {
  let isOver = false
  let present: Awaited<ReturnType<typeof startMirror>> | undefined
  let divergent = 0
  const gaps: string[] = []
  const keeping = (async () => {
    while (!isOver) {
      present = await startMirror(source, destination, TABLES, options).catch(() => undefined)
      if (isOver) await present?.stop().catch(() => {})
      await present?.ended.catch(() => {})
      divergent += present?.divergent ?? 0
      gaps.push(...(present?.gaps ?? []))
      await sleep(200)
    }
  })()
  return {
    /** Also of the one that follows now. */
    get gaps() {
      return [...gaps, ...(present?.gaps ?? [])]
    },
    async stop() {
      isOver = true
      await present?.stop().catch(() => {})
      await keeping
      return divergent
    },
  }
}

let stopWriter = async () => {}
beforeEach(async () => {
  const first = await startMirror(source, destination, TABLES)
  await first.caughtUp()
  await first.stop()
  stopWriter = startWriter()
})
afterEach(() => stopWriter())

async function expectEqual(divergent: number): Promise<void> {
  await stopWriter()
  const last = await patiently(() => startMirror(source, destination, TABLES))
  await last.caughtUp()
  expect(await run(destination, SUM)).toEqual(await run(source, SUM))
  expect([divergent + last.divergent, last.gaps, [...last.paused]]).toEqual([0, [], []])
  await last.stop()
}

describe('nothing is lost, doubled or half, and the mirror moves again', () => {
  it.each([
    ['source', 0],
    ['destination', 1],
  ] as const)(
    'when the %s crashes four times before its checkpoint',
    async (_, place) => {
      const stopReader = startReader()
      const kept = keepMirroring()
      for (let round = 0; round < 4; round++) {
        await sleep(700 + round * 130)
        await crash(servers[place], place === 0 ? source : destination)
      }
      await sleep(1_000)
      const { looks, half } = await stopReader()
      await expectEqual(await kept.stop())
      expect(looks).toBeGreaterThan(20)
      expect(half).toBe(0)
    },
    180_000,
  )

  it.each([
    ['source', 0],
    ['destination', 1],
  ] as const)(
    'when the %s hangs for a minute',
    async (_, place) => {
      const kept = keepMirroring()
      await sleep(700)
      await hang(servers[place], 60_000)
      const [before] = await run(source, 'SELECT max(id) AS id FROM t')
      await expect
        .poll(async () => Number((await run(destination, 'SELECT max(id) AS id FROM t'))[0]?.['id']), {
          timeout: 60_000,
        })
        .toBeGreaterThanOrEqual(Number(before?.['id']))
      await expectEqual(await kept.stop())
    },
    240_000,
  )

  it('when a follower that stalls comes back after another has taken over', async () => {
    const stalled = Promise.withResolvers<void>()
    const isIn = Promise.withResolvers<void>()
    const wrapLoad = (load: ChangeLoad): ChangeLoad =>
      new Proxy(load, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          if (name !== 'commit') return value.bind(target)
          return async (...given: unknown[]) => {
            isIn.resolve()
            await stalled.promise
            return Reflect.apply(value, target, given)
          }
        },
      })
    const first = await startMirror(source, destination, TABLES, { wrapLoad })
    const ended = first.ended.catch((error: unknown) => error)
    await isIn.promise
    const other = keepMirroring()
    await sleep(3_000)
    stalled.resolve()
    expect(await ended).toMatchObject({ problem: { code: expect.stringMatching(/FENCED|CONNECTION_LOST|STALLED/) } })
    await sleep(500)
    await expectEqual(await other.stop())
  }, 120_000)

  it('when it is stopped in the middle of batches again and again', async () => {
    for (let round = 0; round < 12; round++) {
      const mirror = await startMirror(source, destination, TABLES)
      await sleep(round * 23)
      await mirror.stop()
    }
    await expectEqual(0)
  }, 120_000)

  it('when somebody drops its slot while it follows: that is a gap, and the tables are copied again', async () => {
    const kept = keepMirroring()
    await sleep(1_000)
    const name = slotName(source)
    await patiently(() =>
      run(
        source,
        `SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = '${name}' AND active_pid IS NOT NULL`,
        `SELECT pg_drop_replication_slot('${name}')`,
      ),
    )
    await expect.poll(() => kept.gaps, { timeout: 30_000 }).toContain('LOG_GAP')
    await sleep(1_000)
    await expectEqual(await kept.stop())
  }, 120_000)
})
