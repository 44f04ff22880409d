import type { Result } from '../../../core/result.ts'
import type { TrashEntry, TrashName } from '../../../core/trash/trash-entry.ts'
import type { TrashRepository } from '../../../core/trash/trash-repository.ts'
import { MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'

/** What the other fakes remove. */
export class MemoryTrashRepository extends MemoryAnswers implements TrashRepository {
  readonly #entries = new MemoryCollection<TrashEntry>()
  readonly #waysBack = new Map<string, () => void>()

  async list(organizationId: string): Promise<Result<readonly TrashEntry[]>> {
    return this.answer(() => this.#entries.of(organizationId).toReversed())
  }

  async restore(organizationId: string, id: string): Promise<Result<readonly TrashName[]>> {
    return this.answer(() => {
      const entry = this.#entries.find(organizationId, id)
      if (!entry) return NOT_FOUND
      this.#entries.remove(organizationId, id)
      this.#waysBack.get(id)?.()
      return [{ id, kind: entry.kind, name: entry.name }]
    })
  }

  async deletePermanently(organizationId: string, id: string): Promise<Result<void>> {
    return this.answer(() => this.#entries.remove(organizationId, id))
  }

  put(organizationId: string, entry: TrashEntry): void {
    this.#entries.put(organizationId, entry)
  }

  /** @param putBack restores it */
  keep(organizationId: string, thing: TrashName & Pick<TrashEntry, 'type'>, putBack: () => void): void {
    const times = { deletedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-31T00:00:00Z' }
    this.put(organizationId, { ...thing, ...times, neededBy: [] })
    this.#waysBack.set(thing.id, putBack)
  }
}
