import type { Database } from '../../../store/database/database.ts'
import { findFlowDraft, lockFlow, saveFlowDraft } from '../../../store/flows/flow-drafts.ts'
import type { FlowRow } from '../../../store/flows/flow-row.ts'
import { recordAudit } from '../../../store/organizations/audit.ts'
import { keepDraft } from '../../../store/trash/trash.ts'
import { refuseWrongVersion } from '../../expected-version.ts'
import type { Member } from '../../members/member.ts'
import { requireFlow } from '../require-flow.ts'
import { noDraft } from './edited-flow.ts'

/**
 * Moves the draft of a flow to the trash.
 * @param edition the state that the person has seen; absent: any
 * @returns the flow, and whether its draft was discarded; it is not if the flow has changed since the caller read it
 * @throws RequestError not found; conflict without a draft
 */
export const discardDraft = (
  database: Database,
  { organizationId, person }: Member,
  flowId: string,
  edition: number | undefined,
): Promise<{ readonly flow: FlowRow; readonly isDiscarded: boolean }> =>
  database.inOrganization(organizationId, async (query) => {
    await lockFlow(query, organizationId, flowId)
    const flow = await requireFlow(query, organizationId, flowId)
    const { id, name } = flow
    refuseWrongVersion(edition, 'flow')
    if (edition !== undefined && edition !== flow.edition) return { flow, isDiscarded: false }
    const draft = await findFlowDraft(query, organizationId, id)
    if (!draft) throw noDraft()
    await keepDraft(query, organizationId, { flowId: id, name, draft, by: person.uid })
    await saveFlowDraft(query, organizationId, id, null)
    await recordAudit(query, organizationId, person, { action: 'flow.draft-discarded', id, name })
    return { flow, isDiscarded: true }
  })
