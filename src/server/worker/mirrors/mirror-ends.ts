import { isByConsent } from '../../../core/catalog/connections/integration-types.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import { openEndpoint } from '../../domain/connections/open-endpoint.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import type { ClaimedMirror } from '../../store/mirrors/mirror-leases.ts'
import { findHeldMirrors } from '../../store/mirrors/mirrors.ts'
import type { MoveRunDeps } from '../runs/move-run.ts'

export interface FollowMirrorDeps
  extends Pick<MoveRunDeps, 'database' | 'vault' | 'dialler' | 'vendors' | 'confirmConsent' | 'log' | 'stepProcesses'> {
  readonly startRun: StartRun
  /** How much of its log a source may keep for a mirror. */
  readonly logBytes: number
}

/** A connection of a mirror, with its opened secrets. @throws RequestError */
export async function openEnd(
  { database, vault, confirmConsent }: FollowMirrorDeps,
  { organization_id: organizationId }: ClaimedMirror,
  connectionId: string,
) {
  const opened = await database.asSystem((query) => openEndpoint(query, vault, organizationId, connectionId))
  if (isByConsent(opened.endpoint.integration)) await confirmConsent(organizationId, connectionId)
  return opened
}

export const contextOf = ({ database, dialler, vendors }: FollowMirrorDeps, signal: AbortSignal): ConnectorContext => ({
  signal,
  dialler,
  vendors,
  heldMirrors: (flowIds) => database.asSystem((query) => findHeldMirrors(query, flowIds)),
})
