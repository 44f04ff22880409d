import { findOrganizationOf } from '../organizations/find-organization-of.ts'
import type { Organization } from '../organizations/organization.ts'
import type { OrganizationStore } from '../organizations/organization-store.ts'
import type { Result } from '../result.ts'
import type { RunRepository } from './run-repository.ts'

interface FindRunOrganizationDeps {
  readonly organization: OrganizationStore
  readonly runs: RunRepository
}

/** Which of the person's other organizations a run belongs to; null when it is none of them. */
export type FindRunOrganization = (runId: string) => Promise<Result<Organization | null>>

export const makeFindRunOrganization =
  ({ organization, runs }: FindRunOrganizationDeps): FindRunOrganization =>
  (runId) =>
    findOrganizationOf(organization, (organizationId) => runs.get(organizationId, runId))
