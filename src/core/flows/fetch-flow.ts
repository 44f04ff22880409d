import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Flow } from './flow.ts'
import type { FlowDeps } from './list-flows.ts'

export type FetchFlow = (flowId: string) => Promise<Result<Flow>>

export const makeFetchFlow =
  ({ organization, flows }: FlowDeps): FetchFlow =>
  (flowId) =>
    inOrganization(organization, (organizationId) => flows.get(organizationId, flowId))
