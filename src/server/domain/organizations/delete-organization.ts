import { ORGANIZATION_DAYS } from '../../../core/catalog/trash.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  closeOrganization,
  type DeletedOrganizationRow,
  findOrganizationSettings,
  listDeletedOrganizations,
  listExpiredOrganizations,
  listOrganizations,
  type OrganizationRow,
  reopenOrganization,
} from '../../store/organizations/organizations.ts'
import { lockQueue } from '../../store/runs/queue-positions.ts'
import { listActiveRuns, requestCancel } from '../../store/runs/runs.ts'
import type { Member } from '../members/member.ts'
import type { Principal } from '../people/principal.ts'
import { notFound } from '../request-error.ts'
import { endOrganization, refuseWhileCharged } from './end-organization.ts'

/**
 * Closes an organization for everybody and cancels its runs; for some days its owners can restore it.
 * @throws RequestError conflict while its plan is still charged
 */
export const deleteOrganization = (database: Database, { organizationId, person }: Member): Promise<void> =>
  database.asSystem(async (query) => {
    // First, because a start has this lock, and waits for the end of the run before.
    await lockQueue(query, organizationId)
    await refuseWhileCharged(query, organizationId)
    const { name } = await findOrganizationSettings(query, organizationId)
    await recordAudit(query, organizationId, person, { action: 'organization.deleted', name })
    for (const { id } of await listActiveRuns(query, organizationId)) await requestCancel(query, organizationId, id)
    await closeOrganization(query, organizationId)
  })

/** The deleted organizations that the person can restore. */
export const readDeletedOrganizations = (database: Database, uid: string): Promise<DeletedOrganizationRow[]> =>
  database.asSystem((query) => listDeletedOrganizations(query, uid))

/** Opens a deleted organization again, with its members and everything in it. @throws RequestError not found unless the person owned it */
export const restoreOrganization = (database: Database, person: Principal, id: string): Promise<OrganizationRow> =>
  database.asSystem(async (query) => {
    const deleted = (await listDeletedOrganizations(query, person.uid)).find((row) => row.id === id)
    if (!deleted) throw notFound()
    await reopenOrganization(query, id)
    await recordAudit(query, id, person, { action: 'organization.restored', name: deleted.name })
    const own = (await listOrganizations(query, person.uid)).find((row) => row.id === id)
    if (!own) throw notFound()
    return own
  })

/** Deletes permanently what nobody has restored in time. */
export async function endDeletedOrganizations(database: Database): Promise<void> {
  for (const id of await database.asSystem((query) => listExpiredOrganizations(query, ORGANIZATION_DAYS)))
    await database.asSystem((query) => endOrganization(query, id))
}
