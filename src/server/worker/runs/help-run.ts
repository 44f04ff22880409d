import { helpWithRanges } from '../../../engine/move/range-help.ts'
import type { Dialler } from '../../../engine/net/dialler.ts'
import type { VendorAccess } from '../../../engine/ports/vendors.ts'
import { openEndpoint } from '../../domain/connections/open-endpoint.ts'
import type { Database } from '../../store/database/database.ts'
import type { JoinedOffer } from '../../store/runs/range-offers.ts'
import type { Vault } from '../../vault/vault.ts'

export interface HelpRunDeps {
  readonly database: Database
  readonly vault: Vault
  readonly dialler: Dialler
  readonly vendors: VendorAccess
}

export interface HelpRunOptions {
  /** What this worker is called. */
  readonly worker: string
  readonly mayGoOn: () => boolean
  readonly signal: AbortSignal
}

/** Moves ranges of a run that another worker has; settles when none is free. @throws ConnectorError, RequestError, or the signal's reason */
export async function helpRun(
  { database, vault, dialler, vendors }: HelpRunDeps,
  { organization_id: organizationId, run_id: runId, flow_id: flowId, epoch, offer, flow_snapshot: flow }: JoinedOffer,
  { worker, mayGoOn, signal }: HelpRunOptions,
): Promise<void> {
  const open = (connectionId: string) =>
    database.asSystem((query) => openEndpoint(query, vault, organizationId, connectionId))
  await helpWithRanges({
    source: await open(flow.sourceConnectionId),
    destination: await open(flow.destinationConnectionId),
    offer,
    fence: { flowId, runId, epoch: BigInt(epoch) },
    helper: worker,
    mayGoOn,
    context: { signal, dialler, vendors },
  })
}
