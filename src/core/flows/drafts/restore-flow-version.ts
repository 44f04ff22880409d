import { defined } from '../../catalog/defined.ts'
import { inOrganization } from '../../organizations/active-organization.ts'
import type { Result } from '../../result.ts'
import type { FlowDeps } from '../deps.ts'
import type { EditedFlow, Flow, FlowVersion } from '../flow.ts'
import { flowDifference } from './flow-difference.ts'

/** Makes a saved version the flow that is edited. A draft that the person has seen goes to the trash first; one that is newer stops it. */
export type RestoreFlowVersion = (
  flow: Pick<Flow, 'id' | 'edition' | 'draft'>,
  version: FlowVersion,
) => Promise<Result<EditedFlow>>

export const makeRestoreFlowVersion =
  ({ organization, flows }: FlowDeps): RestoreFlowVersion =>
  ({ id, edition, draft }, version) =>
    inOrganization(organization, async (organizationId) => {
      if (draft) {
        const discarded = await flows.discardDraft(organizationId, id, edition)
        if (!discarded.ok) return discarded
      }
      const now = await flows.get(organizationId, id)
      if (!now.ok) return now
      // Only the discarded draft may be newer than what the person has seen: anything else is refused.
      const base = draft && !now.value.draft ? now.value : { ...now.value, ...defined({ edition }) }
      return flows.saveEdit(organizationId, base, flowDifference(now.value, { ...now.value, ...version }))
    })
