import type { EndSessionDeps } from '../auth/end-session.ts'
import type { Result } from '../result.ts'
import { inOrganization } from './active-organization.ts'
import type { OrganizationDeps } from './deps.ts'
import type { NewOrganization, Organization } from './organization.ts'
import type { OrganizationRepository } from './organization-repository.ts'
import { makeSetActiveOrganization } from './set-active-organization.ts'

export type CreateOrganization = (organization: NewOrganization) => Promise<Result<Organization>>

export const makeCreateOrganization =
  ({ organizations, organization }: OrganizationDeps): CreateOrganization =>
  async (draft) => {
    const created = await organizations.create(draft)
    if (created.ok) organization.append(created.value)
    return created
  }

export type UpdateOrganization = (organization: Organization) => Promise<Result<Organization>>

export const makeUpdateOrganization =
  ({ organizations, organization }: OrganizationDeps): UpdateOrganization =>
  async (changed) => {
    const updated = await organizations.update(changed)
    if (updated.ok) organization.replace(updated.value)
    return updated
  }

export type DeleteOrganization = (organizationId: string) => Promise<Result<void>>

export const makeDeleteOrganization =
  ({ organizations, organization }: OrganizationDeps): DeleteOrganization =>
  async (organizationId) => {
    const deleted = await organizations.delete(organizationId)
    if (deleted.ok) organization.remove(organizationId)
    return deleted
  }

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

export type ResumeSchedules = () => Promise<Result<Organization>>

/** After a restore: the schedules of the active organization start runs again. */
export const makeResumeSchedules =
  ({ organizations, organization }: OrganizationDeps): ResumeSchedules =>
  async () => {
    const resumed = await inOrganization(organization, (id) => organizations.resumeSchedules(id))
    if (resumed.ok) organization.replace(resumed.value)
    return resumed
  }
