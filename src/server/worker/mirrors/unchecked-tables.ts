import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { MirroredTarget, MirrorHindrance } from '../../../engine/ports/mirror-readiness.ts'
import { destinationHindrances } from '../../domain/mirrors/destination-hindrances.ts'
import { admitWithoutLoops, type OwnMirror } from '../../domain/mirrors/mirror-loops.ts'
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

const wasAccepted = ({ state, admitted_at: admittedAt, problem }: MirroredTableRow): boolean =>
  admittedAt !== null && (state !== 'paused' || problem?.code !== 'MIRROR_NOT_READY')

/**
 * What is in the way of single tables at the destination or by other mirrors. Asked after the tables are stored, and then those are let in of which nothing
 * is: they are not asked about again, and count for mirrors that begin later.
 */
export const hindrancesOfUnchecked =
  (deps: FollowMirrorDeps, mirror: MirrorTargets, context: ConnectorContext) =>
  async (): Promise<readonly MirrorHindrance[]> => {
    const unchecked = await listUnchecked(deps, mirror)
    if (unchecked.size === 0) return []
    const found = (await destinationHindrances(deps, mirror, context)).filter(({ isNote }) => !isNote)
    const refusals = found.flatMap(({ entity, ...why }) =>
      [...unchecked]
        .filter((one) => entity === undefined || one === entity)
        .map((one): MirrorHindrance => defined({ ...why, entity: one })),
    )
    const refused = new Set(refusals.map(({ entity }) => entity))
    const tables = mirror.tables.filter(({ entity }) => !refused.has(entity))
    const asking = tables.flatMap(({ entity }) => (unchecked.has(entity) ? [entity] : []))
    const loops = await admitWithoutLoops(deps, { ...mirror, tables }, asking, context)
    return [...refusals, ...loops]
  }
