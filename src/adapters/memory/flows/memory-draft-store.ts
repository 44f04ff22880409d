import type { DraftStore, UnsavedFlow } from '../../../core/flows/drafts/draft-store.ts'

export class MemoryDraftStore implements DraftStore {
  readonly #drafts = new Map<string, UnsavedFlow>()

  load(userId: string, flowId: string): UnsavedFlow | undefined {
    return this.#drafts.get(keyOf(userId, flowId))
  }

  save(userId: string, flowId: string, draft: UnsavedFlow): void {
    this.#drafts.set(keyOf(userId, flowId), draft)
  }

  remove(userId: string, flowId: string): void {
    this.#drafts.delete(keyOf(userId, flowId))
  }
}

const keyOf = (userId: string, flowId: string): string => `${userId} ${flowId}`
