import type { RunLimits } from '../../../core/catalog/runs/run-limits.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { countRuns, findRunLimits, type RunLimitsRow, saveOwnRunLimits } from '../../store/organizations/run-limits.ts'
import { listWorkerClasses } from '../../store/runs/run-queue.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { Member } from '../members/member.ts'
import { invalid } from '../request-error.ts'

/** How many runs an organization may have, and how many it has. */
export interface RunLimitsOf extends RunLimitsRow {
  readonly present: RunLimits
  /** Of workers that live. */
  readonly workerClasses: readonly string[]
}

export const readRunLimits = async (database: Database, organizationId: string): Promise<RunLimitsOf> => ({
  ...(await database.inOrganization(organizationId, async (query) => ({
    ...(await findRunLimits(query, organizationId)),
    present: await countRuns(query, organizationId),
  }))),
  workerClasses: (await database.asSystem(listWorkerClasses)).map((row) => row.class).filter((name) => name !== ''),
})

/** Null: as many as the operator allows. */
export interface OwnRunLimits {
  readonly active: number | null
  readonly waiting: number | null
}

/** Owners may lower, and only the operator may raise. @throws RequestError when one is above what the operator allows */
export const changeRunLimits = (
  database: Database,
  { organizationId, person }: Member,
  own: OwnRunLimits,
): Promise<void> =>
  database.inOrganization(organizationId, async (query) => {
    const before = await findRunLimits(query, organizationId)
    for (const kind of ['active', 'waiting'] as const) {
      if ((own[kind] ?? 0) > before[kind])
        throw invalid(sentence`At most ${before[kind]}: the operator of this installation allows no more.`, kind)
    }
    const changes = changesOf({ active: before.own_active, waiting: before.own_waiting }, { ...own })
    await saveOwnRunLimits(query, organizationId, own)
    await recordAudit(query, organizationId, person, { action: 'organization.run_limits_changed', changes })
  })
