import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { MirroredTarget, MirrorHindrance } from '../../../engine/ports/mirror-readiness.ts'
import { destinationHindrances } from '../../domain/mirrors/destination-hindrances.ts'
import type { OwnMirror } from '../../domain/mirrors/mirror-loops.ts'
import { listMirroredTables, type MirroredTableRow } from '../../store/mirrors/mirrors.ts'
import type { FollowMirrorDeps } from './mirror-ends.ts'

export interface MirrorTargets extends OwnMirror {
  readonly tables: readonly MirroredTarget[]
  readonly everyMs?: number | undefined
}

/** The tables of a mirror that were never copied by it, or wait for something to be done, so that they may not be followed yet. */
export async function listUnchecked(
  { database }: Pick<FollowMirrorDeps, 'database'>,
  { organizationId, flowId, tables }: MirrorTargets,
): Promise<ReadonlySet<string>> {
  const rows = await database.asSystem((query) => listMirroredTables(query, organizationId, flowId))
  const isAccepted = ({ entity, target }: MirroredTarget) =>
    rows.some((row) => row.entity === entity && row.target === target && wasAccepted(row))
  return new Set(tables.filter((table) => !isAccepted(table)).map(({ entity }) => entity))
}

const wasAccepted = ({ state, copy_run_id: copyRunId, problem }: MirroredTableRow): boolean =>
  state === 'copying' ? copyRunId !== null : state !== 'paused' || problem?.code !== 'MIRROR_NOT_READY'

/**
 * What is in the way of single tables at the destination or by other mirrors. Asked after the tables are stored: of two mirrors that begin at once, each sees
 * the other. A table that has been let in once is not asked about again, or another mirror that is refused would end this one.
 */
export function hindrancesOfUnchecked(
  deps: FollowMirrorDeps,
  mirror: MirrorTargets,
  context: ConnectorContext,
): () => Promise<readonly MirrorHindrance[]> {
  const accepted = new Set<string>()
  let isFirst = true
  return async () => {
    const stored = await listUnchecked(deps, mirror)
    const unchecked = isFirst ? stored : new Set([...stored].filter((entity) => !accepted.has(entity)))
    isFirst = false
    if (unchecked.size === 0) return []
    const found = (await destinationHindrances(deps, mirror, context)).filter(({ isNote }) => !isNote)
    const refusals = found.flatMap(({ entity, ...why }) =>
      [...unchecked]
        .filter((one) => entity === undefined || one === entity)
        .map((one): MirrorHindrance => defined({ ...why, entity: one })),
    )
    for (const entity of unchecked) if (!refusals.some((refusal) => refusal.entity === entity)) accepted.add(entity)
    return refusals
  }
}
