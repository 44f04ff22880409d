import type { Query } from '../../store/database/database.ts'
import { countDraftChanges, findFlowDraft, saveFlowDraft } from '../../store/flows/flow-drafts.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { keepDraft } from '../../store/trash/trash.ts'
import { draftChanges } from './draft-changes.ts'

/** After a version of a flow was published beside its draft: a draft that has nothing more is gone, and that of a flow that a file owns is in the trash. */
export async function settleDraft(query: Query, organizationId: string, flow: FlowRow, by: string): Promise<void> {
  if (!flow.draft) return
  const draft = await findFlowDraft(query, organizationId, flow.id)
  if (!draft) return
  const { length } = await draftChanges(query, organizationId, flow, draft)
  if (length === 0) await saveFlowDraft(query, organizationId, flow.id, null)
  else if (flow.code_file !== null) {
    await keepDraft(query, organizationId, { flowId: flow.id, name: flow.name, draft, by })
    await saveFlowDraft(query, organizationId, flow.id, null)
  } else await countDraftChanges(query, organizationId, flow.id, length)
}
