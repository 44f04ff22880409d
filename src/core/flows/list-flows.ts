import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Flow } from './flow.ts'
import type { FlowRepository } from './flow-repository.ts'

export interface FlowDeps {
  readonly organization: ActiveOrganization
  readonly flows: FlowRepository
}

export type ListFlows = () => Promise<Result<readonly Flow[]>>

export const makeListFlows =
  ({ organization, flows }: FlowDeps): ListFlows =>
  () =>
    inOrganization(organization, (organizationId) => flows.list(organizationId))
