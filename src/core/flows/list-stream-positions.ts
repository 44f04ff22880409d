import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { FlowDeps } from './list-flows.ts'
import type { StreamPosition } from './stream-position.ts'

export type ListStreamPositions = (flowId: string) => Promise<Result<readonly StreamPosition[]>>

export const makeListStreamPositions =
  ({ organization, flows }: FlowDeps): ListStreamPositions =>
  (flowId) =>
    inOrganization(organization, (organizationId) => flows.streamPositions(organizationId, flowId))
