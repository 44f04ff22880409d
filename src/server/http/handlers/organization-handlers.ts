import { sentence } from '../../../core/catalog/sentence.ts'
import { ORGANIZATION_DAYS } from '../../../core/catalog/trash.ts'
import {
  changeOrganization,
  createOrganization,
  readOrganizations,
} from '../../domain/organizations/change-organizations.ts'
import {
  deleteOrganization,
  readDeletedOrganizations,
  restoreOrganization,
} from '../../domain/organizations/delete-organization.ts'
import { resumeSchedules } from '../../domain/organizations/resume-schedules.ts'
import { invalid } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { daysAfter } from '../wire/days-after.ts'
import { organizationToWire } from '../wire/organization-to-wire.ts'

export const organizationHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listOrganizations: async ({ principal }) =>
      (await readOrganizations(database, principal.uid)).map(organizationToWire),

    createOrganization: async ({ principal, body }) =>
      organizationToWire(await createOrganization(database, principal, body.name)),

    updateOrganization: async ({ member, body }) => {
      if (body.id !== undefined && body.id !== member.organizationId)
        throw invalid(sentence`id must be the organization’s own`, 'id')
      return organizationToWire(
        await changeOrganization(database, member, { name: body.name, publishing: body.publishing }),
      )
    },

    resumeSchedules: async ({ member }) => organizationToWire(await resumeSchedules(database, member)),

    deleteOrganization: async ({ member }) => {
      await deleteOrganization(database, member)
      return undefined
    },

    listDeletedOrganizations: async ({ principal }) =>
      (await readDeletedOrganizations(database, principal.uid)).map(({ id, name, deleted_at }) => ({
        id,
        name,
        deleted_at: deleted_at.toISOString(),
        expires_at: daysAfter(deleted_at, ORGANIZATION_DAYS).toISOString(),
      })),

    restoreOrganization: async ({ principal, params }) =>
      organizationToWire(await restoreOrganization(database, principal, params['orgId'] ?? '')),
  }) satisfies Partial<Handlers>
