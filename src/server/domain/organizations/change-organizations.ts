import type { Principal } from '../../identity/principal.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  findOrganizationName,
  insertOrganization,
  listOrganizations,
  type OrganizationRow,
  renameOrganization,
} from '../../store/organizations/organizations.ts'
import { saveUser } from '../../store/people/users.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { Member } from '../members/member.ts'
import { notFound } from '../request-error.ts'

export const readOrganizations = (database: Database, uid: string): Promise<OrganizationRow[]> =>
  database.asUser(uid, (query) => listOrganizations(query, uid))

/** Creates an organization that the person owns. */
export const createOrganization = (database: Database, person: Principal, name: string): Promise<OrganizationRow> =>
  database.asSystem(async (query) => {
    await saveUser(query, person)
    const created = await insertOrganization(query, name, person.uid)
    await recordAudit(query, created.id, person, { action: 'organization.created', name })
    return created
  })

/** @throws RequestError not found */
export const changeOrganizationName = (database: Database, { organizationId, person, roles }: Member, name: string) =>
  database.inOrganization(organizationId, async (query) => {
    const changes = changesOf({ name: await findOrganizationName(query, organizationId) }, { name })
    await recordAudit(query, organizationId, person, { action: 'organization.renamed', name, changes })
    const row = await renameOrganization(query, organizationId, name)
    if (!row) throw notFound()
    return { ...row, roles: [...roles] }
  })
