import { readFileSync } from 'node:fs'

import { postgresConnector } from '../../src/server/connectors/postgres/postgres-connector.ts'
import { makeDialler } from '../../src/server/egress/dialler.ts'
import { move } from '../../src/server/engine/move.ts'
import { peakMegabytes } from './measure.ts'
import type { MeasuredMove } from './pg-pg.ts'

/** One move in a process of its own, so that its CPU and memory are nobody else's. */
const { source, destination, rows } = JSON.parse(readFileSync(0, 'utf8')) as MeasuredMove
const before = process.cpuUsage()
const started = performance.now()
let firstRowAt: number | undefined

const { streams } = await move({
  source: { connector: postgresConnector, endpoint: source },
  destination: { connector: postgresConnector, endpoint: destination },
  streams: [{ entity: 'public.bench', target: 'public.bench', mode: 'replace' }],
  fence: { flowId: 'bench', runId: String(Date.now()), epoch: BigInt(Date.now()) },
  context: {
    signal: new AbortController().signal,
    dialler: makeDialler({ allowPrivate: true }),
    vendors: { addresses: {} },
  },
  onEvent: (event) => {
    if (event.kind === 'progress' && event.stream.rowsRead > 0) firstRowAt ??= performance.now()
  },
})

const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(before)
if (streams[0]?.rowsWritten !== rows) throw new Error(`moved ${JSON.stringify(streams)}`)
console.log(
  JSON.stringify({
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: peakMegabytes(),
    firstRowMilliseconds: (firstRowAt ?? 0) - started,
  }),
)
