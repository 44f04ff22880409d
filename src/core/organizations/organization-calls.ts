import type { CallsOf } from '../calls-of.ts'
import {
  makeCreateOrganization,
  makeDeleteOrganization,
  makeRestoreOrganization,
  makeResumeSchedules,
  makeUpdateOrganization,
} from './change-organizations.ts'
import type { OrganizationDeps } from './deps.ts'
import { makeListOrganizations } from './list-organizations.ts'

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
