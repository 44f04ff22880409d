import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { assistWithStreams, type TakenStreams } from '../../src/engine/move/assist-with-streams.ts'
import { RANGE_PLAN } from '../../src/engine/move/ranges/range-plan.ts'
import type { RejectKeeper } from '../../src/engine/move/run/move-request.ts'
import type { StreamReport, StreamShare } from '../../src/engine/move/streams/stream-sharing.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { untilCoresAreIdle } from '../../src/server/worker/runs/range-assistant.ts'

export interface MeasuredStreams {
  readonly source: Endpoint
  readonly destination: Endpoint
  readonly steps: readonly Step[]
  readonly share: StreamShare
  readonly flowId: string
  readonly runId: string
  readonly epoch: string
  /** Of a machine on which nothing else runs. */
  readonly idleCores: number
}

export interface StreamAnswer {
  readonly kind: 'ask' | 'report'
  readonly report?: StreamReport
}

const NO_REJECTS: RejectKeeper = {
  days: 0,
  begin: () => {},
  keep: () => false,
  finalize: async () => {},
  countRejected: async () => 0,
}

/** How often it asks again, as a worker does that looks in the store. */
const ASK_AGAIN_MS = 250

const { signal } = new AbortController()
process.once('disconnect', () => process.exit())
const send = (answer: StreamAnswer) => process.send?.(answer)
process.send?.('ready')
const [{ source, destination, steps, share, flowId, runId, idleCores }] = (await once(process, 'message')) as [
  MeasuredStreams,
]

async function take(): Promise<TakenStreams> {
  for (;;) {
    const answered = once(process, 'message')
    send({ kind: 'ask' })
    const [{ entities, epoch }] = (await answered) as [{ readonly entities: readonly string[]; readonly epoch: string }]
    const report = async (done: StreamReport) => void send({ kind: 'report', report: done })
    if (entities.length > 0)
      return { entities, epoch: BigInt(epoch), rejects: NO_REJECTS, keep: () => {}, report, end: report }
    await sleep(ASK_AGAIN_MS)
  }
}

await untilCoresAreIdle(idleCores, signal)
await assistWithStreams({
  source: { connector: postgresConnector, endpoint: source },
  destination: { connector: postgresConnector, endpoint: destination },
  streams: [],
  transformations: { steps, salt: 'bench' },
  ranges: RANGE_PLAN,
  share,
  fence: { flowId, runId },
  take,
  mayGoOn: () => true,
  context: { signal, dialler: makeDialler({ allowPrivate: true }), vendors: { addresses: {} } },
})
