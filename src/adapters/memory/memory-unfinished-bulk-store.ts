import type { BulkMarks, UnfinishedBulkStore } from '../../core/bulk/unfinished-bulk-store.ts'

export class MemoryUnfinishedBulkStore implements UnfinishedBulkStore {
  readonly #marks = new Map<string, BulkMarks>()

  load(...place: [string, string, string]): BulkMarks | undefined {
    return this.#marks.get(place.join(' '))
  }

  save(userId: string, organizationId: string, action: string, marks: BulkMarks): void {
    this.#marks.set([userId, organizationId, action].join(' '), marks)
  }

  remove(...place: [string, string, string]): void {
    this.#marks.delete(place.join(' '))
  }
}
