import type { CallsOf } from '../calls-of.ts'
import { makeCreateOrganization } from './create-organization.ts'
import { makeDeleteOrganization } from './delete-organization.ts'
import type { OrganizationDeps } from './deps.ts'
import { makeListOrganizations } from './list-organizations.ts'
import { makeRestoreOrganization } from './restore-organization.ts'
import { makeResumeSchedules } from './resume-schedules.ts'
import { makeUpdateOrganization } from './update-organization.ts'

export const ORGANIZATION_CALLS = {
  listOrganizations: makeListOrganizations,
  createOrganization: makeCreateOrganization,
  updateOrganization: makeUpdateOrganization,
  resumeSchedules: makeResumeSchedules,
  deleteOrganization: makeDeleteOrganization,
  listDeletedOrganizations:
    ({ organizations }: OrganizationDeps) =>
    () =>
      organizations.listDeleted(),
  restoreOrganization: makeRestoreOrganization,
}

export type OrganizationCalls = CallsOf<typeof ORGANIZATION_CALLS>
