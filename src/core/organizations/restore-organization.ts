import type { Result } from '../result.ts'
import type { OrganizationDeps } from './deps.ts'
import type { Organization } from './organization.ts'

export type RestoreOrganization = (organizationId: string) => Promise<Result<Organization>>

/** Opens a deleted organization again; it becomes the active one. */
export const makeRestoreOrganization =
  ({ organizations, organization }: OrganizationDeps): RestoreOrganization =>
  async (organizationId) => {
    const restored = await organizations.restore(organizationId)
    if (!restored.ok) return restored
    organization.append(restored.value)
    return organization.setActive(organizationId)
  }
