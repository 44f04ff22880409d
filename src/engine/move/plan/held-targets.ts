import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { HeldTarget, TargetWriters } from '../../ports/destination.ts'
import { at } from '../run/errors-at.ts'
import type { MoveRequest } from '../run/move-request.ts'
import type { Ends } from '../run/open-both.ts'
import { movedEntities, spelledStreams } from './spelled-streams.ts'

/**
 * Holds the targets of a flow with SQL before its rows, also where an earlier attempt has executed it, because the rows come next.
 * @returns see `Destination.holdTargets`. @throws ConnectorError `CONFLICT` if a run of another flow has one, `SQL_OUTDATED` if one was there
 */
export async function holdTargets(
  { source, destination }: Ends,
  { streams: requests, only, fence, knownTargets = [], copiesStructure = false, sql }: MoveRequest,
): Promise<TargetWriters | undefined> {
  if (!destination.holdTargets) return undefined
  const entities =
    requests.length > 0 ? [] : movedEntities(requests, await at('source', source.entities()), copiesStructure)
  const held = spelledStreams(requests, entities, { source, destination, knownTargets })
    .filter(({ entity }) => only?.includes(entity) ?? true)
    .map(({ target, mode }): HeldTarget => ({ target, fence, isAlone: mode === 'replace' }))
  const writers = await at('destination', destination.holdTargets(held))
  if (sql?.isDone('before') && sql.writers && writers) refuseLaterWriters(sql.writers, writers)
  return writers
}

/** Nobody holds the targets between two attempts of a run. @throws ConnectorError if another flow has written one since the SQL before the rows */
function refuseLaterWriters(before: TargetWriters, now: TargetWriters): void {
  const changed = Object.keys(now).filter((target) => now[target] !== before[target])
  const [target] = changed
  if (target === undefined) return
  throw new ConnectorError({
    code: 'SQL_OUTDATED',
    message: sentence`Another flow has written ${target} since the SQL before the rows was executed.`,
    hint: sentence`Run the flow again: a new run begins with its SQL.`,
    side: 'destination',
    retryable: false,
  })
}
