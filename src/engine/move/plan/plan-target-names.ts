import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { Destination } from '../../ports/destination.ts'
import type { Source } from '../../ports/source.ts'
import type { KnownTarget } from '../run/move-request.ts'
import type { StreamRequest } from '../run/stream-request.ts'
import { refuseConflicts } from './refuse-conflicts.ts'
import { spelledStreams } from './spelled-streams.ts'

/** The target of a stream. */
export interface PlannedTargetName {
  readonly entity: string
  /** In the target's notation. */
  readonly target: string
  /** The conflict with another stream, with the message of a run. */
  readonly problem?: Problem
}

export interface TargetNamesContext {
  readonly source: Source
  readonly destination: Destination
  readonly knownTargets: readonly KnownTarget[]
}

/**
 * Shows the target of each stream of a flow, by the rules of the run itself. Changes neither end, and reads no target.
 * @param requests none means every entity of the source. @throws ConnectorError when the source cannot be described
 */
export async function planTargetNames(
  requests: readonly StreamRequest[],
  { source, destination, knownTargets }: TargetNamesContext,
): Promise<readonly PlannedTargetName[]> {
  const entities = requests.length > 0 ? [] : await source.entities()
  const all = spelledStreams(requests, entities, { source, destination, knownTargets })
  return all.map((stream) => {
    const { entity, target } = stream
    try {
      refuseConflicts(stream, all, { source, destination })
      return { entity, target }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      return { entity, target, problem: error.problem }
    }
  })
}
