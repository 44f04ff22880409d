import type { BulkMarks, UnfinishedBulkStore } from '../../core/bulk/unfinished-bulk-store.ts'
import { LocalStorageValue } from './local-storage-value.ts'
import { asRecord } from './stored-flow.ts'

/** One entry per person, organization and action, only while there is no answer. */
export class LocalStorageUnfinishedBulkStore implements UnfinishedBulkStore {
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  load(...place: [string, string, string]): BulkMarks | undefined {
    const stored = Object.entries(asRecord(this.#of(place).read()))
    const marks = stored.flatMap(([id, mark]) => (typeof mark === 'string' ? [[id, mark] as const] : []))
    return marks.length > 0 ? Object.fromEntries(marks) : undefined
  }

  save(userId: string, organizationId: string, action: string, marks: BulkMarks): void {
    this.#of([userId, organizationId, action]).write(marks)
  }

  remove(...place: [string, string, string]): void {
    this.#of(place).remove()
  }

  #of(place: readonly string[]): LocalStorageValue {
    return new LocalStorageValue(this.#storage, `millrace.bulk.${place.join('.')}`)
  }
}
