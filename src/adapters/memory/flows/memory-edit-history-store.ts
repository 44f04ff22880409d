import type { EditHistoryStore, StoredEditHistory } from '../../../core/flows/drafts/edit-history-store.ts'

export class MemoryEditHistoryStore implements EditHistoryStore {
  readonly #histories = new Map<string, StoredEditHistory>()

  load(userId: string, flowId: string): StoredEditHistory | undefined {
    return this.#histories.get(`${userId} ${flowId}`)
  }

  save(userId: string, flowId: string, history: StoredEditHistory): void {
    this.#histories.set(`${userId} ${flowId}`, history)
  }
}
