import type { Result } from '../result.ts'
import type { Organization } from './organization.ts'
import type { OrganizationRepository } from './organization-repository.ts'
import type { OrganizationStore } from './organization-store.ts'

export interface OrganizationDeps {
  readonly organizations: OrganizationRepository
  readonly organization: OrganizationStore
}

export type ListOrganizations = () => Promise<Result<readonly Organization[]>>

/** Loads the list; the first becomes active (spec §4). */
export const makeListOrganizations =
  ({ organizations, organization }: OrganizationDeps): ListOrganizations =>
  async () => {
    const listed = await organizations.list()
    if (listed.ok) organization.load(listed.value)
    else organization.loadFailed()
    return listed
  }
