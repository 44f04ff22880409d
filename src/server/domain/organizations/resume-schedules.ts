import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  findOrganization,
  type OrganizationRow,
  resumePausedSchedules,
} from '../../store/organizations/organizations.ts'
import type { Member } from '../members/member.ts'
import { notFound } from '../request-error.ts'

const ACTION = 'organization.schedules-resumed'

/** After a restore: the schedules of an organization start runs again. No effect if they are not paused. @throws RequestError not found */
export const resumeSchedules = (
  database: Database,
  { organizationId, person, roles }: Member,
): Promise<OrganizationRow> =>
  database.inOrganization(organizationId, async (query) => {
    const [resumed] = await resumePausedSchedules(query, organizationId)
    if (resumed) await recordAudit(query, organizationId, person, { action: ACTION, name: resumed.name })
    const row = await findOrganization(query, organizationId)
    if (!row) throw notFound()
    return { ...row, roles: [...roles] }
  })

/** The same for every organization, by somebody with access to the server. @returns their names */
export const resumeAllSchedules = (database: Database): Promise<readonly string[]> =>
  database.asSystem(async (query) => {
    const resumed = await resumePausedSchedules(query)
    const operator = { uid: 'millrace', displayName: 'millrace resume-schedules' }
    for (const { id, name } of resumed) await recordAudit(query, id, operator, { action: ACTION, name })
    return resumed.map(({ name }) => name)
  })
