import { assistWithRanges } from '../../../engine/move/ranges/range-sharing.ts'
import type { Dialler } from '../../../engine/ports/dialler.ts'
import type { VendorAccess } from '../../../engine/ports/vendors.ts'
import { openEndpoint } from '../../domain/connections/open-endpoint.ts'
import type { Database } from '../../store/database/database.ts'
import type { JoinedShare } from '../../store/runs/range-shares.ts'
import type { Vault } from '../../vault/vault.ts'

export interface AssistRunDeps {
  readonly database: Database
  readonly vault: Vault
  readonly dialler: Dialler
  readonly vendors: VendorAccess
}

export interface AssistRunOptions {
  /** The name of this worker. */
  readonly worker: string
  /** Aborted when no more ranges should be taken. */
  readonly enough: AbortSignal
  readonly signal: AbortSignal
}

/** Moves ranges of another worker's run; settles when none is free. @throws ConnectorError, RequestError, or the signal's reason */
export async function assistRun(
  { database, vault, dialler, vendors }: AssistRunDeps,
  { organization_id: organizationId, run_id: runId, flow_id: flowId, epoch, share, flow_snapshot: flow }: JoinedShare,
  { worker, enough, signal }: AssistRunOptions,
): Promise<void> {
  const open = (connectionId: string) =>
    database.asSystem((query) => openEndpoint(query, vault, organizationId, connectionId))
  await assistWithRanges({
    source: await open(flow.sourceConnectionId),
    destination: await open(flow.destinationConnectionId),
    share,
    fence: { flowId, runId, epoch: BigInt(epoch) },
    assistant: worker,
    mayGoOn: () => !enough.aborted,
    context: { signal, dialler, vendors },
  })
}

/** Does the work of `assistRun`, here or in another process. */
export type AssistRun = (share: JoinedShare, options: AssistRunOptions) => Promise<void>
