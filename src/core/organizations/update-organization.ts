import type { Result } from '../result.ts'
import type { OrganizationDeps } from './deps.ts'
import type { Organization } from './organization.ts'

export type UpdateOrganization = (organization: Organization) => Promise<Result<Organization>>

export const makeUpdateOrganization =
  ({ organizations, organization }: OrganizationDeps): UpdateOrganization =>
  async (changed) => {
    const updated = await organizations.update(changed)
    if (updated.ok) organization.replace(updated.value)
    return updated
  }
