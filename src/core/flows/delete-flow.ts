import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { FlowDeps } from './list-flows.ts'
import type { PositionStore } from './position-store.ts'

export type DeleteFlow = (flowId: string) => Promise<Result<void>>

export const makeDeleteFlow =
  ({ organization, flows, positions }: FlowDeps & { readonly positions: PositionStore }): DeleteFlow =>
  (flowId) =>
    inOrganization(organization, async (organizationId) => {
      const deleted = await flows.delete(organizationId, flowId)
      if (deleted.ok) positions.remove(flowId)
      return deleted
    })
