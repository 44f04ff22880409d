import { SERVICE_UID } from '../../../core/catalog/service-keys.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listRolesOf } from '../../store/organizations/members.ts'
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
import type { Principal } from '../people/principal.ts'
import { notFound } from '../request-error.ts'

/** Those of a person, or that of a program, with the roles that it has at present. */
export async function readOrganizations(database: Database, uid: string): Promise<OrganizationRow[]> {
  const rows = await database.asUser(uid, (query) => listOrganizations(query, uid))
  if (!uid.startsWith(SERVICE_UID)) return rows
  return Promise.all(
    rows.map(async (row) => {
      const [own] = await database.inOrganization(row.id, (query) => listRolesOf(query, row.id, [uid]))
      return { ...row, roles: own?.roles ?? [] }
    }),
  )
}

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
