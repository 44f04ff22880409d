import type { Result } from '../result.ts'
import { inOrganization } from './active-organization.ts'
import type { OrganizationDeps } from './deps.ts'
import type { Organization } from './organization.ts'

export type ResumeSchedules = () => Promise<Result<Organization>>

/** After a restore: the schedules of the active organization start runs again. */
export const makeResumeSchedules =
  ({ organizations, organization }: OrganizationDeps): ResumeSchedules =>
  async () => {
    const resumed = await inOrganization(organization, (id) => organizations.resumeSchedules(id))
    if (resumed.ok) organization.replace(resumed.value)
    return resumed
  }
