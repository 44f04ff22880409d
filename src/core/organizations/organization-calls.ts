import type { CallsOf } from '../calls-of.ts'
import { makeCreateOrganization } from './create-organization.ts'
import { makeDeleteOrganization } from './delete-organization.ts'
import { makeListOrganizations } from './list-organizations.ts'
import { makeResumeSchedules } from './resume-schedules.ts'
import { makeUpdateOrganization } from './update-organization.ts'

export const ORGANIZATION_CALLS = {
  listOrganizations: makeListOrganizations,
  createOrganization: makeCreateOrganization,
  updateOrganization: makeUpdateOrganization,
  resumeSchedules: makeResumeSchedules,
  deleteOrganization: makeDeleteOrganization,
}

export type OrganizationCalls = CallsOf<typeof ORGANIZATION_CALLS>
