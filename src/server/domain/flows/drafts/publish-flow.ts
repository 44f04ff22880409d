import { sentence } from '../../../../core/catalog/sentence.ts'
import type { Database } from '../../../store/database/database.ts'
import { lockFlow, saveFlowDraft } from '../../../store/flows/flow-drafts.ts'
import type { FlowRow } from '../../../store/flows/flow-row.ts'
import { refuseWrongVersion } from '../../expected-version.ts'
import type { Member } from '../../members/member.ts'
import { RequestError } from '../../request-error.ts'
import { saveFlow } from '../change-flows.ts'
import { refuseUnfinishedSteps } from '../check-steps.ts'
import { withDrafted } from '../draft-content.ts'
import { refuseOwnedByCode } from '../refuse-owned-by-code.ts'
import { requireFlow } from '../require-flow.ts'
import { currentDraft, noDraft } from './edited-flow.ts'

interface Published {
  /** The state that the person has seen. Absent: any. */
  readonly edition: number | undefined
  readonly note: string | undefined
}

/**
 * Makes the draft the version that runs use.
 * @returns the flow, and whether it was published; it is not if it has changed since the caller read it
 * @throws RequestError invalid with an unfinished step, conflict without a draft, or if it has to be merged first
 */
export const publishFlow = (
  database: Database,
  member: Member,
  flowId: string,
  { edition, note }: Published,
): Promise<{ readonly flow: FlowRow; readonly isSaved: boolean }> =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId } = member
    await lockFlow(query, organizationId, flowId)
    const published = await requireFlow(query, organizationId, flowId)
    refuseOwnedByCode(published)
    refuseWrongVersion(edition, 'flow')
    if (edition !== undefined && edition !== published.edition) return { flow: published, isSaved: false }
    const draft = await currentDraft(query, organizationId, published)
    if (!draft) throw noDraft()
    if (draft.isConflict) throw mergeFirst()
    const { content } = draft
    const config = withDrafted(published.config, content.config)
    refuseUnfinishedSteps(config)
    await saveFlowDraft(query, organizationId, published.id, null)
    const ends = {
      sourceConnectionId: content.source_connection_id,
      destinationConnectionId: content.destination_connection_id,
    }
    return saveFlow(query, member, published.id, { ...ends, config }, { action: 'flow.published', note })
  })

const mergeFirst = () =>
  new RequestError(
    'conflict',
    'DRAFT_OUTDATED',
    sentence`The draft and what was published since change the same part of the flow. Open the flow and choose, then publish.`,
  )
