import type { RangePlan } from '../../../engine/move/ranges/range-plan.ts'
import { assistWithRanges, type RangeShare } from '../../../engine/move/ranges/range-sharing.ts'
import type { Dialler } from '../../../engine/ports/dialler.ts'
import type { VendorAccess } from '../../../engine/ports/vendors.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import { openEndpoint } from '../../domain/connections/open-endpoint.ts'
import type { Database } from '../../store/database/database.ts'
import type { JoinedShare } from '../../store/runs/range-shares.ts'
import type { Vault } from '../../vault/vault.ts'
import { assistStreams } from './assist-streams.ts'

export interface AssistRunDeps {
  readonly database: Database
  readonly vault: Vault
  readonly dialler: Dialler
  readonly vendors: VendorAccess
  readonly stepProcesses: Pick<StepProcesses, 'open'>
  readonly ranges: RangePlan | undefined
}

export interface AssistRunOptions {
  /** The name of this worker. */
  readonly worker: string
  /** Aborted when nothing more should be taken. */
  readonly enough: AbortSignal
  readonly signal: AbortSignal
}

/**
 * Moves ranges or streams of another worker's run; settles when there is nothing more to take.
 * @throws ConnectorError, RequestError, or the signal's reason
 */
export const assistRun = (deps: AssistRunDeps, joined: JoinedShare, options: AssistRunOptions): Promise<void> => {
  const { share } = joined
  return 'streams' in share
    ? assistStreams(deps, joined, share.streams, options)
    : assistRanges(deps, joined, share, options)
}

async function assistRanges(
  { database, vault, dialler, vendors }: AssistRunDeps,
  { organization_id: organizationId, run_id: runId, flow_id: flowId, epoch, flow_snapshot: flow }: JoinedShare,
  share: RangeShare,
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
