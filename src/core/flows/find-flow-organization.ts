import { findOrganizationOf } from '../organizations/find-organization-of.ts'
import type { Organization } from '../organizations/organization.ts'
import type { OrganizationStore } from '../organizations/organization-store.ts'
import type { Result } from '../result.ts'
import type { FlowRepository } from './flow-repository.ts'

interface FindFlowOrganizationDeps {
  readonly organization: OrganizationStore
  readonly flows: FlowRepository
}

/** The person's other organization that has a flow; null if none has it. */
export type FindFlowOrganization = (flowId: string) => Promise<Result<Organization | null>>

export const makeFindFlowOrganization =
  ({ organization, flows }: FindFlowOrganizationDeps): FindFlowOrganization =>
  (flowId) =>
    findOrganizationOf(organization, (organizationId) => flows.get(organizationId, flowId))
