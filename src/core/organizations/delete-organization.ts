import type { Result } from '../result.ts'
import type { OrganizationDeps } from './deps.ts'

export type DeleteOrganization = (organizationId: string) => Promise<Result<void>>

export const makeDeleteOrganization =
  ({ organizations, organization }: OrganizationDeps): DeleteOrganization =>
  async (organizationId) => {
    const deleted = await organizations.delete(organizationId)
    if (deleted.ok) organization.remove(organizationId)
    return deleted
  }
