import type { Session } from '../../auth/session.ts'
import type { Flow } from '../flow.ts'
import type { EditHistoryStore, StoredEditHistory } from './edit-history-store.ts'

interface EditHistoryDeps {
  readonly session: Pick<Session, 'get'>
  readonly editHistories: EditHistoryStore
}

/** The person's changes in this tab before a reload; nothing if the flow was changed elsewhere since. */
export type LoadEditHistory = (flow: Pick<Flow, 'id' | 'version'>) => StoredEditHistory | undefined

export const makeLoadEditHistory =
  ({ session, editHistories }: EditHistoryDeps): LoadEditHistory =>
  ({ id, version }) => {
    const { user } = session.get()
    const kept = user ? editHistories.load(user.uid, id) : undefined
    return kept?.version === version ? kept : undefined
  }

/** Stores it for a reload of this tab. */
export type SaveEditHistory = (flowId: string, history: StoredEditHistory) => void

export const makeSaveEditHistory =
  ({ session, editHistories }: EditHistoryDeps): SaveEditHistory =>
  (flowId, history) => {
    const { user } = session.get()
    if (user) editHistories.save(user.uid, flowId, history)
  }
