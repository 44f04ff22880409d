import { readFileSync } from 'node:fs'

import type { ConnectionType } from '../../src/core/catalog/connections/connection-types.ts'
import { CONNECTORS } from '../../src/engine/connectors/registry.ts'
import { move } from '../../src/engine/move/move.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import { StepProcesses } from '../../src/engine/step-process/step-processes.ts'
import { peakMegabytes } from './measure.ts'
import type { MeasuredMove } from './race.ts'
import { startAssistants } from './start-assistants.ts'
import { startStreamAssistants } from './start-stream-assistants.ts'

/** One move in a process of its own, so that its CPU and memory are nobody else's. */
const {
  source,
  destination,
  entity,
  target,
  rows,
  steps,
  stepLimits,
  mode,
  key,
  addresses,
  ranges,
  runId,
  stream,
  readUpTo,
  structure,
  helpers = 0,
  streamHelpers = 0,
} = JSON.parse(readFileSync(0, 'utf8')) as MeasuredMove
const fence = { flowId: 'bench', runId: runId ?? String(Date.now()), epoch: BigInt(Date.now()) }
const rangeHelp =
  helpers > 0 && (await startAssistants(helpers, { ...fence, source, destination, epoch: String(fence.epoch) }))
const streamHelp =
  streamHelpers > 0 &&
  (await startStreamAssistants(streamHelpers, {
    ...fence,
    source,
    destination,
    steps: steps ?? [],
    epoch: String(fence.epoch),
    idleCores: 0,
  }))
const before = process.cpuUsage()
const started = performance.now()
let firstRowAt: number | undefined

const { streams } = await move({
  source: end(source),
  destination: end(destination),
  streams:
    entity === undefined
      ? []
      : [{ entity, mode: mode ?? 'replace', ...(target !== undefined && { target }), ...(key && { key }), ...stream }],
  ...(steps && { transformations: { steps, salt: 'bench' } }),
  ...(stepLimits && { stepProcesses: new StepProcesses({ limits: stepLimits }) }),
  ...(ranges && { ranges }),
  ...(structure && { copiesStructure: structure }),
  ...(readUpTo && { stateOf: () => ({ cursor: readUpTo }) }),
  ...(rangeHelp && { rangeSharing: rangeHelp }),
  ...(streamHelp && { streamSharing: streamHelp }),
  fence,
  context: {
    signal: new AbortController().signal,
    dialler: makeDialler({ allowPrivate: true }),
    vendors: { addresses: addresses ?? {} },
  },
  onEvent: (event) => {
    if (event.kind === 'progress' && event.stream.rowsRead > 0) firstRowAt ??= performance.now()
  },
})

function end(endpoint: Endpoint): { connector: Connector; endpoint: Endpoint } {
  const { integration } = endpoint
  const connector = CONNECTORS[integration === 'gcp' ? 'bigquery' : (integration as ConnectionType)]
  if (!connector) throw new Error(`no connector for ${integration}`)
  return { connector, endpoint }
}

const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(before)
if (streams.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0) !== rows)
  throw new Error(`moved ${JSON.stringify(streams)}`)
console.log(
  JSON.stringify({
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: peakMegabytes(),
    keysCompared: streams[0]?.keysCompared,
    rowsRemoved: streams[0]?.rowsRemoved,
    firstRowMilliseconds: (firstRowAt ?? 0) - started,
  }),
)
