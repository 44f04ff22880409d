import { performance } from 'node:perf_hooks'
import { postgresMoments } from '../../src/engine/connectors/postgres/changes/moments.ts'
import { openPostgresChangeLoad } from '../../src/engine/connectors/postgres/changes/postgres-change-load.ts'
import { openPostgresChangeSource } from '../../src/engine/connectors/postgres/changes/postgres-change-source.ts'
import { type AppliedBatch, followLog } from '../../src/engine/mirror/follow-log.ts'
import { contextWith, type Database, endpointOf, freshDatabase, run } from '../engine/move-between.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'

const TABLE = 'public.t'
const COLUMNS = ['id', 'a', 'b', 'c', 'd', 'e']

/** How fast a mirror drains a backlog with half of it updates and a seventh deletes, and how long one change on a quiet source takes. */
export async function benchMirror({ rows }: { readonly rows: number }): Promise<void> {
  const server = await startPostgres({ settings: { wal_level: 'logical', max_wal_senders: '10', max_wal_size: '8GB' } })
  try {
    const ends = { source: await freshDatabase(server), destination: await freshDatabase(server) }
    for (const end of Object.values(ends))
      await run(end, 'CREATE TABLE t (id bigint PRIMARY KEY, a text, b numeric, c timestamptz, d int, e text)')
    const changes = await measureDrain(ends, Math.min(rows, 300_000))
    console.log(changes)
  } finally {
    await server.stop()
  }
}

async function measureDrain(
  { source, destination }: { readonly source: Database; readonly destination: Database },
  rows: number,
): Promise<Readonly<Record<string, number>>> {
  const tables = new Map([[TABLE, { columns: COLUMNS, key: ['id'] }]])
  const log = await openPostgresChangeSource(endpointOf(source), contextWith(), { name: 'mirror', tables })
  const load = await openPostgresChangeLoad(endpointOf(destination), contextWith(), {
    fence: { flowId: 'bench', runId: 'bench', epoch: 1n },
    schema: 'public',
    targets: new Map([[TABLE, TABLE]]),
    moments: postgresMoments,
  })
  // Both are empty, so nothing has to be copied.
  const { position, since } = await log.begin([TABLE])
  await load.begin(position, since, [TABLE])
  await load.follow(TABLE, since, position)
  const wanted = await writeBacklog(source, rows)
  const stop = new AbortController()
  const cpu = process.cpuUsage()
  const begun = performance.now()
  let changes = 0
  let seenAt = begun
  let isDrained = Promise.withResolvers<void>()
  const onBatch = (batch: AppliedBatch) => {
    changes += batch.changes
    seenAt = performance.now()
    if (changes >= wanted) isDrained.resolve()
  }
  const following = followLog({ source: log, load, from: position, signal: stop.signal, onBatch })
  await isDrained.promise
  const seconds = (seenAt - begun) / 1000
  const used = process.cpuUsage(cpu)
  const latencies: number[] = []
  for (let n = 0; n < 20; n++) {
    isDrained = Promise.withResolvers()
    const wroteAt = performance.now()
    await run(source, `INSERT INTO t (id) VALUES (${-n - 1})`)
    await isDrained.promise
    latencies.push(performance.now() - wroteAt)
  }
  stop.abort()
  await following
  await Promise.all([log.close(), load.abandon()])
  return {
    changes: wanted,
    changesPerSecond: Math.round(wanted / seconds),
    cpuSecondsPerMillion: (used.user + used.system) / wanted,
    memoryMegabytes: process.memoryUsage().rss >> 20,
    quietChangeMs: Math.round(latencies.sort((one, other) => one - other)[10] ?? 0),
  }
}

/** Transactions of 1,000 changes. @returns how many changes they are */
async function writeBacklog(source: Database, rows: number): Promise<number> {
  const thousands = Math.floor(rows / 1000)
  const loop = (from: number, statement: string) =>
    `DO $$ BEGIN FOR i IN ${from}..${thousands - 1} LOOP ${statement}; COMMIT; END LOOP; END $$`
  const range = 'BETWEEN i * 1000 AND i * 1000 + 999'
  await run(
    source,
    loop(
      0,
      `INSERT INTO t SELECT n, 'name ' || n, n / 7.0, now(), n, 'some text that is a little longer ' || n FROM generate_series(i * 1000, i * 1000 + 999) n`,
    ),
    loop(0, `UPDATE t SET d = d + 1 WHERE id ${range}`),
    loop(Math.floor((thousands * 2) / 3), `DELETE FROM t WHERE id ${range}`),
  )
  return (thousands * 2 + thousands - Math.floor((thousands * 2) / 3)) * 1000
}
