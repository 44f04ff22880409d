import { openPostgresChangeLoad } from '../../src/engine/connectors/postgres/changes/postgres-change-load.ts'
import { CONNECTORS } from '../../src/engine/connectors/registry.ts'
import { followLog } from '../../src/engine/mirror/follow-log.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { peakMegabytes } from './measure.ts'

export interface MeasuredMirror {
  readonly source: Endpoint
  readonly destination: Endpoint
  /** The target of each table, by its entity name; all have these columns, the first of which is the key, and are empty. */
  readonly targets: Readonly<Record<string, string>>
  readonly columns: readonly string[]
}

/** What the process says whenever something has happened. */
export interface MirrorReport {
  readonly changes: number
  readonly megabytes: number
  readonly peakMegabytes: number
  readonly cpuSeconds: number
  /** Of the last batch: milliseconds since the first commit in it. */
  readonly lagMs: number | undefined
}

/** A mirror in a process of its own, so that its CPU and memory are nobody else's. It ends with its parent. */
const { source, destination, targets, columns } = JSON.parse(process.argv[2] ?? '') as MeasuredMirror
const context = {
  signal: new AbortController().signal,
  dialler: makeDialler({ allowPrivate: true }),
  vendors: { addresses: {} },
}
const { changeLog } = CONNECTORS[source.integration as 'postgres' | 'mysql'] ?? {}
if (!changeLog) throw new Error(`no log of ${source.integration}`)
const entities = Object.keys(targets)
const tables = new Map(entities.map((entity) => [entity, { columns, key: columns.slice(0, 1) }]))
const log = await changeLog.open(source, context, { name: 'mirror', tables })
const load = await openPostgresChangeLoad(destination, context, {
  fence: { flowId: 'bench', runId: 'bench', epoch: 1n },
  schema: 'public',
  targets: new Map(Object.entries(targets)),
  moments: await changeLog.moments(),
})
// Both sides are empty, so nothing has to be copied.
const { position, since } = await log.begin(entities)
await load.begin(position, since, entities)
await load.follow(entities.map((entity) => ({ entity, moment: since, until: position })))

let changes = 0
let lagMs: number | undefined
const sendReport = () => {
  const { user, system } = process.cpuUsage()
  const report: MirrorReport = {
    changes,
    megabytes: process.memoryUsage.rss() / 2 ** 20,
    peakMegabytes: peakMegabytes(),
    cpuSeconds: (user + system) / 1e6,
    lagMs,
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
process.stdin.on('close', () => process.exit()).resume()
sendReport()
setInterval(sendReport, 100)
await followLog({
  source: log,
  load,
  from: position,
  signal: context.signal,
  onBatch: (batch) => {
    changes += batch.changes
    lagMs = batch.firstCommit === undefined ? undefined : Date.now() - batch.firstCommit
    sendReport()
  },
})
