import { ConnectorError, type Problem } from '../ports/connector.ts'
import type { Destination } from '../ports/destination.ts'
import type { Source } from '../ports/source.ts'
import type { LandedEntity, StreamRequest } from './move-request.ts'
import { refuseConflicts } from './resolve-stream.ts'
import { spelledStreams } from './spelled-streams.ts'

/** Where a stream would come to stand. */
export interface PlannedTargetName {
  readonly entity: string
  /** In the target's one spelling. */
  readonly target: string
  /** What it would do to another stream, in the words of the run. */
  readonly problem?: Problem
}

export interface TargetNamesContext {
  readonly source: Source
  readonly destination: Destination
  readonly landed: readonly LandedEntity[]
}

/**
 * Says where each stream of a flow would come to stand, by the rules of the run itself. Neither end is changed, and no target is looked at.
 * @param requests none means every entity of the source. @throws ConnectorError when the source cannot be asked
 */
export async function planTargetNames(
  requests: readonly StreamRequest[],
  { source, destination, landed }: TargetNamesContext,
): Promise<readonly PlannedTargetName[]> {
  const entities = requests.length > 0 ? [] : await source.entities()
  const all = spelledStreams(requests, entities, { source, destination, landed })
  const isSameDatabase = source.identity === destination.identity
  return all.map((stream) => {
    const { entity, target } = stream
    try {
      refuseConflicts(stream, all, isSameDatabase)
      return { entity, target }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      return { entity, target, problem: error.problem }
    }
  })
}
