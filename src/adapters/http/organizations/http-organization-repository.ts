import { ORGANIZATION_ROUTES } from '../../../contract/organizations.ts'
import type { Organization } from '../../../core/organizations/organization.ts'
import type { OrganizationRepository } from '../../../core/organizations/organization-repository.ts'
import { map, ok } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { KnownIds } from '../known-ids.ts'
import { snakeCased } from '../snake-cased.ts'

/** Organizations do not belong to an organization. */
const EVERY = ''

export function httpOrganizationRepository(http: HttpClient): OrganizationRepository {
  const known = new KnownIds<Organization>()
  return {
    list: async () =>
      map(await http.call(ORGANIZATION_ROUTES.listOrganizations, {}), (rows) => known.note(EVERY, rows)),

    async create({ name }) {
      const saved = await http.callIfAnswered(ORGANIZATION_ROUTES.createOrganization, { body: { name } })
      if (!saved.ok) return saved
      if (saved.value) return ok(saved.value)
      return known.findNew(
        EVERY,
        () => this.list(),
        (made) => made.name === name,
      )
    },

    async update(changed) {
      const { createdAt, restoredAt, schedulesPaused, ...organization } = changed
      const body = { ...organization, ...snakeCased({ createdAt, restoredAt, schedulesPaused }) }
      const params = { orgId: organization.id }
      const saved = await http.callIfAnswered(ORGANIZATION_ROUTES.updateOrganization, { params, body })
      // The whole object was sent: if a server returns nothing, that is the new state.
      return map(saved, (row) => row ?? changed)
    },

    resumeSchedules: (orgId) => http.call(ORGANIZATION_ROUTES.resumeSchedules, { params: { orgId } }),

    delete: (organizationId) =>
      http.send(ORGANIZATION_ROUTES.deleteOrganization, { params: { orgId: organizationId } }),

    listDeleted: () => http.call(ORGANIZATION_ROUTES.listDeletedOrganizations, {}),

    restore: (orgId) => http.call(ORGANIZATION_ROUTES.restoreOrganization, { params: { orgId } }),
  }
}
