import { once } from 'node:events'

import type { Endpoint } from '../../src/server/connectors/connector.ts'
import { postgresConnector } from '../../src/server/connectors/postgres/postgres-connector.ts'
import { makeDialler } from '../../src/server/egress/dialler.ts'
import { helpWithRanges, type RangeOffer } from '../../src/server/engine/range-help.ts'
import { RANGE_PLAN } from '../../src/server/engine/range-plan.ts'
import { untilCoresAreIdle } from '../../src/server/runs/idle-cores.ts'

export interface MeasuredHelp {
  readonly source: Endpoint
  readonly destination: Endpoint
  readonly offer: RangeOffer
  readonly flowId: string
  readonly runId: string
  readonly epoch: string
}

/** A worker that waits for one table to help with, so that its start costs the measured move nothing, and ends with the offer. */
const { signal } = new AbortController()
process.once('disconnect', () => process.exit())
process.send?.('ready')
const [{ source, destination, offer, flowId, runId, epoch }] = (await once(process, 'message')) as [MeasuredHelp]
await untilCoresAreIdle(RANGE_PLAN.idleCores ?? 0, signal)
await helpWithRanges({
  source: { connector: postgresConnector, endpoint: source },
  destination: { connector: postgresConnector, endpoint: destination },
  offer,
  fence: { flowId, runId, epoch: BigInt(epoch) },
  helper: String(process.pid),
  mayGoOn: () => true,
  context: {
    signal,
    dialler: makeDialler({ allowPrivate: true }),
    vendors: { addresses: {} },
  },
})
process.disconnect()
