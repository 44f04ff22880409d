import { sentence } from '../../../core/catalog/sentence.ts'
import {
  changeOrganizationName,
  createOrganization,
  readOrganizations,
} from '../../domain/organizations/change-organizations.ts'
import { endOrganization } from '../../domain/organizations/end-organization.ts'
import { resumeSchedules } from '../../domain/organizations/resume-schedules.ts'
import { invalid } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { organizationToWire } from './organization-to-wire.ts'

interface Deps {
  readonly database: Database
  /** Data of an organization outside of the store. */
  readonly clearAfter: (organizationId: string) => Promise<void>
}

export const organizationHandlers = ({ database, clearAfter }: Deps) =>
  ({
    listOrganizations: async ({ principal }) =>
      (await readOrganizations(database, principal.uid)).map(organizationToWire),

    createOrganization: async ({ principal, body }) =>
      organizationToWire(await createOrganization(database, principal, body.name)),

    updateOrganization: async ({ member, body }) => {
      if (body.id !== undefined && body.id !== member.organizationId)
        throw invalid(sentence`id must be the organization’s own`, 'id')
      return organizationToWire(await changeOrganizationName(database, member, body.name))
    },

    resumeSchedules: async ({ member }) => organizationToWire(await resumeSchedules(database, member)),

    deleteOrganization: async ({ member: { organizationId } }) => {
      await endOrganization(database, organizationId)
      await clearAfter(organizationId)
      return undefined
    },
  }) satisfies Partial<Handlers>
