import type { DraftStore, UnsavedFlow } from '../../core/flows/drafts/draft-store.ts'
import { LocalStorageValue } from './local-storage-value.ts'
import { asRecord, isChange, isFlow } from './stored-flow.ts'

/** One entry per person and flow, only while there are unsaved changes. */
export class LocalStorageDraftStore implements DraftStore {
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  load(userId: string, flowId: string): UnsavedFlow | undefined {
    const { base, change, at } = asRecord(this.#of(userId, flowId).read())
    return isFlow(base) && base.id === flowId && isChange(change) && typeof at === 'number'
      ? { base, change, at }
      : undefined
  }

  save(userId: string, flowId: string, draft: UnsavedFlow): void {
    this.#of(userId, flowId).write(draft)
  }

  remove(userId: string, flowId: string): void {
    this.#of(userId, flowId).remove()
  }

  #of(userId: string, flowId: string): LocalStorageValue {
    return new LocalStorageValue(this.#storage, `millrace.drafts.${userId}.${flowId}`)
  }
}
