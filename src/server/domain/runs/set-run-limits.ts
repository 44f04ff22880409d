import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listNamedOrganizations } from '../../store/organizations/organizations.ts'
import { findRunLimits, saveRunLimits } from '../../store/organizations/run-limits.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { OwnRunLimits } from './run-limits.ts'

/**
 * What an organization may have, set by somebody with access to the server. Null: as the installation allows.
 * @param named by its id or its name. @returns the organizations that are called so; more than one are left as they are
 */
export const setRunLimits = (
  database: Database,
  named: string,
  limits: OwnRunLimits,
): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  database.asSystem(async (query) => {
    const found = await listNamedOrganizations(query, named)
    const [only] = found
    if (!only || found.length > 1) return found
    const before = await findRunLimits(query, only.id)
    await saveRunLimits(query, only.id, limits)
    const after = await findRunLimits(query, only.id)
    const changes = changesOf(
      { active: before.active, waiting: before.waiting },
      { active: after.active, waiting: after.waiting },
    )
    const operator = { uid: 'millrace', displayName: 'millrace limits' }
    await recordAudit(query, only.id, operator, { action: 'organization.run_limits_changed', changes })
    return found
  })
