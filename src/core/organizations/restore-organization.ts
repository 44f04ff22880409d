import type { EndSessionDeps } from '../auth/end-session.ts'
import type { Result } from '../result.ts'
import type { Organization } from './organization.ts'
import type { OrganizationRepository } from './organization-repository.ts'
import { makeSetActiveOrganization } from './set-active-organization.ts'

interface RestoreOrganizationDeps extends Omit<EndSessionDeps, 'resources'> {
  readonly organizations: OrganizationRepository
}

export type RestoreOrganization = (organizationId: string) => Promise<Result<Organization>>

/** Opens a deleted organization again; it becomes the active one. */
export const makeRestoreOrganization = (deps: RestoreOrganizationDeps): RestoreOrganization => {
  const { organizations, organization } = deps
  const setActiveOrganization = makeSetActiveOrganization(deps)
  return async (organizationId) => {
    const restored = await organizations.restore(organizationId)
    if (!restored.ok) return restored
    organization.append(restored.value)
    return setActiveOrganization(organizationId)
  }
}
