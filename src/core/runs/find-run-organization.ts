import { findOrganizationOf } from '../organizations/find-organization-of.ts'
import type { Organization } from '../organizations/organization.ts'
import type { OrganizationStore } from '../organizations/organization-store.ts'
import type { Result } from '../result.ts'
import type { RunRepository } from './run-repository.ts'

interface FindRunOrganizationDeps {
  readonly organization: OrganizationStore
  readonly runs: RunRepository
}

/** The person's other organization that has a run; null if none has it. */
export type FindRunOrganization = (runId: string) => Promise<Result<Organization | null>>

export const makeFindRunOrganization =
  ({ organization, runs }: FindRunOrganizationDeps): FindRunOrganization =>
  (runId) =>
    findOrganizationOf(organization, (organizationId) => runs.get(organizationId, runId))
