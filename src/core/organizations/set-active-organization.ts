import type { Result } from '../result.ts'
import type { Organization } from './organization.ts'
import type { OrganizationStore } from './organization-store.ts'

/** Only one that is in the list can become active (spec §4). */
export type SetActiveOrganization = (organizationId: string) => Result<Organization>

export const makeSetActiveOrganization =
  ({ organization }: { readonly organization: OrganizationStore }): SetActiveOrganization =>
  (organizationId) =>
    organization.setActive(organizationId)
