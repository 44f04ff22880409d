import { once } from 'node:events'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { RANGE_PLAN } from '../../src/engine/move/ranges/range-plan.ts'
import { assistWithRanges, type RangeShare } from '../../src/engine/move/ranges/range-sharing.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { untilCoresAreIdle } from '../../src/server/worker/runs/range-assistant.ts'

export interface MeasuredShare {
  readonly source: Endpoint
  readonly destination: Endpoint
  readonly share: RangeShare
  readonly flowId: string
  readonly runId: string
  readonly epoch: string
}

/** A worker that waits for one table to help with, so that its start costs the measured move nothing, and ends with the offer. */
const { signal } = new AbortController()
process.once('disconnect', () => process.exit())
process.send?.('ready')
const [{ source, destination, share, flowId, runId, epoch }] = (await once(process, 'message')) as [MeasuredShare]
await untilCoresAreIdle(RANGE_PLAN.idleCores ?? 0, signal)
await assistWithRanges({
  source: { connector: postgresConnector, endpoint: source },
  destination: { connector: postgresConnector, endpoint: destination },
  share,
  fence: { flowId, runId, epoch: BigInt(epoch) },
  assistant: String(process.pid),
  mayGoOn: () => true,
  context: {
    signal,
    dialler: makeDialler({ allowPrivate: true }),
    vendors: { addresses: {} },
  },
})
process.disconnect()
