import type { Session } from '../../auth/session.ts'
import type { DraftStore, UnsavedFlow } from './draft-store.ts'

export interface FlowDraftDeps {
  readonly session: Pick<Session, 'get'>
  readonly drafts: DraftStore
}

/** The person's unsaved changes of the flow; nothing of other people. */
export type LoadFlowDraft = (flowId: string) => UnsavedFlow | undefined

export const makeLoadFlowDraft =
  ({ session, drafts }: FlowDraftDeps): LoadFlowDraft =>
  (flowId) => {
    const { user } = session.get()
    return user ? drafts.load(user.uid, flowId) : undefined
  }
