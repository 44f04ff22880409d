import type { UnsavedFlow } from './draft-store.ts'
import type { FlowDraftDeps } from './load-flow-draft.ts'

/** Stores unsaved changes in this browser; without a draft, deletes them. */
export type SaveFlowDraft = (flowId: string, draft: UnsavedFlow | undefined) => void

export const makeSaveFlowDraft =
  ({ session, drafts }: FlowDraftDeps): SaveFlowDraft =>
  (flowId, draft) => {
    const { user } = session.get()
    if (!user) return
    if (draft) drafts.save(user.uid, flowId, draft)
    else drafts.remove(user.uid, flowId)
  }
