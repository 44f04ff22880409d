import type { HeldTarget } from '../../ports/destination.ts'
import { at } from '../run/errors-at.ts'
import type { MoveRequest } from '../run/move-request.ts'
import type { Ends } from '../run/open-both.ts'
import { movedEntities, spelledStreams } from './spelled-streams.ts'

/**
 * Holds the targets of a flow with SQL before its rows, also where an earlier attempt has executed it, because the rows come next.
 * @throws ConnectorError `CONFLICT` if a run of another flow has one
 */
export async function holdTargets(
  { source, destination }: Ends,
  { streams: requests, only, fence, knownTargets = [], copiesStructure = false }: MoveRequest,
): Promise<void> {
  if (!destination.holdTargets) return
  const entities =
    requests.length > 0 ? [] : movedEntities(requests, await at('source', source.entities()), copiesStructure)
  const held = spelledStreams(requests, entities, { source, destination, knownTargets })
    .filter(({ entity }) => only?.includes(entity) ?? true)
    .map(({ target, mode }): HeldTarget => ({ target, fence, isAlone: mode === 'replace' }))
  await at('destination', destination.holdTargets(held))
}
