import { endOrganization } from '../../domain/organizations/end-organization.ts'
import { invalid, notFound } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  insertOrganization,
  listOrganizations,
  type OrganizationRow,
  renameOrganization,
} from '../../store/organizations/organizations.ts'
import { saveUser } from '../../store/people/users.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  /** What an organization leaves behind outside of the store. */
  readonly clearAfter: (organizationId: string) => Promise<void>
}

export const organizationHandlers = ({ database, clearAfter }: Deps) =>
  ({
    listOrganizations: async ({ principal }) =>
      (await database.asUser(principal.uid, (query) => listOrganizations(query, principal.uid))).map(toWire),

    createOrganization: async ({ principal, body }) => {
      const row = await database.asSystem(async (query) => {
        await saveUser(query, principal)
        const created = await insertOrganization(query, body.name, principal.uid)
        await recordAudit(query, created.id, principal, { action: 'organization.created', name: created.name })
        return created
      })
      return toWire(row)
    },

    updateOrganization: async ({ member, principal, body }) => {
      if (body.id !== undefined && body.id !== member.organizationId)
        throw invalid('id must be the organization’s own', 'id')
      const row = await database.inOrganization(member.organizationId, async (query) => {
        await recordAudit(query, member.organizationId, principal, { action: 'organization.renamed', name: body.name })
        return renameOrganization(query, member.organizationId, body.name)
      })
      if (!row) throw notFound()
      return toWire({ ...row, roles: [...member.roles] })
    },

    deleteOrganization: async ({ member }) => {
      await database.inOrganization(member.organizationId, (query) => endOrganization(query, member.organizationId))
      await clearAfter(member.organizationId)
      return undefined
    },
  }) satisfies Partial<Handlers>

const toWire = ({ created_at, ...row }: OrganizationRow) => ({ ...row, created_at: created_at.toISOString() })
