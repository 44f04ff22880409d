import type { RejectLimits } from '../../../core/catalog/runs/reject-limits.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  countKeptRejects,
  findRejectLimits,
  type KeptRejects,
  saveRejectLimits,
} from '../../store/rejects/reject-limits.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { Member } from '../members/member.ts'

/** How much of rejected rows the organization keeps, and what is kept at present. */
export const readRejectLimits = (
  database: Database,
  organizationId: string,
): Promise<{ readonly limits: RejectLimits; readonly kept: KeptRejects }> =>
  database.inOrganization(organizationId, async (query) => ({
    limits: await findRejectLimits(query, organizationId),
    kept: await countKeptRejects(query, organizationId),
  }))

export const readRejectDays = (database: Database, organizationId: string): Promise<number> =>
  database.inOrganization(organizationId, async (query) => (await findRejectLimits(query, organizationId)).days)

/** Rows of later runs are kept accordingly; a shorter time applies to all. */
export const changeRejectLimits = (
  database: Database,
  { organizationId, person }: Member,
  limits: RejectLimits,
): Promise<void> =>
  database.inOrganization(organizationId, async (query) => {
    const changes = changesOf({ ...(await findRejectLimits(query, organizationId)) }, { ...limits })
    await saveRejectLimits(query, organizationId, limits)
    await recordAudit(query, organizationId, person, { action: 'organization.reject_limits_changed', changes })
  })
