import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { FlowDeps } from './deps.ts'
import type { SaveFlowDraft } from './drafts/save-flow-draft.ts'
import type { PositionStore } from './positions/position-store.ts'

export type DeleteFlow = (flowId: string) => Promise<Result<void>>

export interface DeleteFlowDeps extends FlowDeps {
  readonly positions: PositionStore
  readonly saveFlowDraft: SaveFlowDraft
}

/** The flow's data in this browser is deleted with it. */
export const makeDeleteFlow =
  ({ organization, flows, positions, saveFlowDraft }: DeleteFlowDeps): DeleteFlow =>
  (flowId) =>
    inOrganization(organization, async (organizationId) => {
      const deleted = await flows.delete(organizationId, flowId)
      if (deleted.ok) {
        positions.remove(flowId)
        saveFlowDraft(flowId, undefined)
      }
      return deleted
    })
