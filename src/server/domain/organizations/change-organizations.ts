import { defined } from '../../../core/catalog/defined.ts'
import type { Publishing } from '../../../core/catalog/publishing.ts'
import { SERVICE_UID } from '../../../core/catalog/service-keys.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listRolesOf } from '../../store/organizations/members.ts'
import {
  findOrganizationSettings,
  insertOrganization,
  listOrganizations,
  type OrganizationRow,
  updateOrganization,
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

interface OrganizationChange {
  readonly name: string
  /** Absent: it stays. */
  readonly publishing: Publishing | undefined
}

/** @throws RequestError not found */
export const changeOrganization = (
  database: Database,
  { organizationId, person, roles }: Member,
  { name, publishing }: OrganizationChange,
) =>
  database.inOrganization(organizationId, async (query) => {
    const before = await findOrganizationSettings(query, organizationId)
    const changes = changesOf(before, { ...before, name, ...defined({ publishing }) })
    const action = before.name === name && changes.length > 0 ? 'organization.updated' : 'organization.renamed'
    await recordAudit(query, organizationId, person, { action, name, changes })
    const row = await updateOrganization(query, organizationId, name, publishing)
    if (!row) throw notFound()
    return { ...row, roles: [...roles] }
  })
