import { setTimeout as sleep } from 'node:timers/promises'

import { endpointOf, freshDatabase, run } from '../engine/move-between.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import type { MirrorReport } from './mirror-process.ts'
import { COLUMNS, mariadbWriter, postgresWriter, TABLE, type Writer } from './mirror-writers.ts'
import { startNativeReplication } from './native-replication.ts'
import { percentiles } from './percentiles.ts'
import { type StartedMirror, startMeasuredMirror } from './start-measured-mirror.ts'

interface Bench {
  readonly rows: number
  readonly seconds: number
  /** A source alone. */
  readonly only?: string | undefined
}

/** Beside the one with the load. */
const QUIET_TABLES = 500

/** Rows that one transaction changes, by source. */
const LARGEST = { postgres: 5_000_000, mariadb: 1_000_000 }

/**
 * The memory of a mirror of many tables while nothing comes, under 10,000 changes a second, while it drains a backlog, and in one large transaction; how
 * fast it drains, and how long a change needs.
 */
export async function benchMirror({ rows, seconds, only }: Bench): Promise<void> {
  const settings = {
    wal_level: 'logical',
    max_wal_senders: '10',
    max_wal_size: '8GB',
    synchronous_commit: 'on',
    wal_sender_timeout: '0',
  }
  const server = await startPostgres({ settings })
  try {
    for (const kind of ['postgres', 'mariadb'] as const) {
      if (only !== undefined && only !== kind) continue
      const destination = await freshDatabase(server)
      const writer = kind === 'postgres' ? await postgresWriter(server) : await mariadbWriter()
      const names = ['t', 'large', ...Array.from({ length: QUIET_TABLES }, (_, n) => `quiet_${n}`)]
      await writer.execute(...names.map((name) => `CREATE TABLE ${name} ${writer.columns}`))
      await run(destination, ...names.map((name) => `CREATE TABLE ${name} ${TABLE}`))
      const targets = Object.fromEntries(names.map((name) => [writer.entityOf(name), `public.${name}`]))
      const given = { source: writer.endpoint, destination: endpointOf(destination), targets, columns: COLUMNS }
      const mirror = await startMeasuredMirror(given)
      console.log(`${kind} to postgres`)
      console.table({
        idle: await idle(mirror),
        'a change on a quiet source': await single(mirror, writer),
        '10,000 changes a second': await steady(mirror, writer, seconds),
        'a backlog': await drain(mirror, writer, { rows, server }),
        'all tables in turn': await phase(mirror, (count) => writeEverywhere(writer, names, count)),
        'a large transaction': await phase(mirror, (count) =>
          writeLargest(writer, Math.min(rows * 2, LARGEST[kind]), count),
        ),
        'idle after it': await idle(mirror),
      })
      await mirror.stop()
      await writer.close()
    }
  } finally {
    await server.stop()
  }
}

type Row = Readonly<Record<string, number>>

async function idle(mirror: StartedMirror): Promise<Row> {
  await sleep(5_000)
  return { megabytes: Math.round(mirror.last.megabytes) }
}

async function single(mirror: StartedMirror, writer: Writer): Promise<Row> {
  const latencies: number[] = []
  for (let n = 1; n <= 20; n++) {
    const wanted = mirror.last.changes + 1
    const wroteAt = performance.now()
    await writer.execute(`INSERT INTO t (id) VALUES (${-n})`)
    await mirror.applied(wanted)
    latencies.push(performance.now() - wroteAt)
  }
  const { p50, max } = percentiles(latencies)
  return { megabytes: Math.round(mirror.last.megabytes), p50, max }
}

/** Half of the changes are updates, a fifth are deletes. */
async function steady(mirror: StartedMirror, writer: Writer, seconds: number): Promise<Row> {
  const lags: number[] = []
  const stop = mirror.onReport(({ lagMs }) => lagMs !== undefined && lags.push(lagMs))
  const row = await phase(mirror, async (count) => {
    const begun = performance.now()
    for (let tick = 0; tick < seconds * 10; tick++) {
      const first = 10_000_000 + tick * 300
      await writer.execute(
        writer.insert('t', first, first + 299),
        `UPDATE t SET d = d + 1 WHERE id BETWEEN ${first - 200} AND ${first + 299}`,
        `DELETE FROM t WHERE id BETWEEN ${first - 400} AND ${first - 201}`,
      )
      count(300 + (tick === 0 ? 300 : 500) + (tick === 0 ? 0 : tick === 1 ? 100 : 200))
      await sleep(Math.max(begun + (tick + 1) * 100 - performance.now(), 0))
    }
  })
  stop()
  const { p50, p99 } = percentiles(lags)
  return { ...row, p50, p99 }
}

/** What a mirror does until it has applied what is written. @param write counts its changes */
async function phase(mirror: StartedMirror, write: (count: (changes: number) => void) => Promise<void>): Promise<Row> {
  const before = mirror.last
  let wanted = 0
  let peak = 0
  const stop = mirror.onReport(({ megabytes }: MirrorReport) => (peak = Math.max(peak, megabytes)))
  await write((changes) => (wanted += changes))
  const begun = performance.now()
  const had = mirror.last.changes
  const after = await mirror.applied(before.changes + wanted)
  stop()
  return {
    changes: wanted,
    megabytes: Math.round(peak),
    changesPerSecond: Math.round(((after.changes - had) / (performance.now() - begun)) * 1000),
    cpuSecondsPerMillion: Math.round(((after.cpuSeconds - before.cpuSeconds) / wanted) * 1e8) / 100,
  }
}

interface Drained {
  readonly rows: number
  readonly server: RunningPostgres
}

/** What was written while the mirror stood still; beside it, the same by the logical replication of Postgres. */
async function drain(mirror: StartedMirror, writer: Writer, { rows, server }: Drained): Promise<Row> {
  const native = writer.database && (await startNativeReplication(server, writer.database))
  let changes = 0
  mirror.pause()
  await writeBacklog(writer, rows, (count) => (changes += count))
  mirror.proceed()
  const row = await phase(mirror, async (count) => count(changes))
  if (!native) return row
  const nativePerSecond = await native.drain(changes)
  await native.end()
  return { ...row, nativePerSecond, ratio: Math.round(((row['changesPerSecond'] ?? 0) / nativePerSecond) * 100) / 100 }
}

/** Transactions of 1,000 changes: half are updates, a seventh are deletes. */
async function writeBacklog(writer: Writer, rows: number, count: (changes: number) => void): Promise<void> {
  for (let first = 1; first <= rows; first += 1000) {
    const last = first + 999
    await writer.execute(writer.insert('t', first, last))
    await writer.execute(`UPDATE t SET d = d + 1 WHERE id BETWEEN ${first} AND ${last}`)
    if (first > (rows * 2) / 3) await writer.execute(`DELETE FROM t WHERE id BETWEEN ${first} AND ${last}`)
    count(first > (rows * 2) / 3 ? 3000 : 2000)
  }
}

async function writeEverywhere(writer: Writer, names: readonly string[], count: (changes: number) => void) {
  for (let round = 0; round < 20; round++)
    for (const name of names) {
      await writer.execute(writer.insert(name, 20_000_000 + round * 10, 20_000_009 + round * 10))
      count(10)
    }
}

async function writeLargest(writer: Writer, rows: number, count: (changes: number) => void): Promise<void> {
  await writer.execute(writer.insert('large', 1, rows), 'UPDATE large SET d = d + 1')
  count(rows * 2)
}
