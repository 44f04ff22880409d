import { NOT_FOUND } from './memory-answers.ts'

interface Identified {
  readonly id: string
}

/** Objects with an id, stored per organization in the order of insertion. */
export class MemoryCollection<T extends Identified> {
  readonly #byOrganization = new Map<string, Map<string, T>>()
  readonly #onRemoved: ((organizationId: string, item: T) => void) | undefined

  constructor(onRemoved?: (organizationId: string, item: T) => void) {
    this.#onRemoved = onRemoved
  }

  of(organizationId: string): readonly T[] {
    return [...this.#itemsOf(organizationId).values()]
  }

  find(organizationId: string, id: string): T | undefined {
    return this.#itemsOf(organizationId).get(id)
  }

  put(organizationId: string, item: T): T {
    this.#itemsOf(organizationId).set(item.id, item)
    return item
  }

  change(organizationId: string, id: string, change: (item: T) => T): T | typeof NOT_FOUND {
    const item = this.find(organizationId, id)
    return item ? this.put(organizationId, change(item)) : NOT_FOUND
  }

  /** Undefined if it existed. */
  remove(organizationId: string, id: string): undefined | typeof NOT_FOUND {
    const item = this.find(organizationId, id)
    if (!item) return NOT_FOUND
    this.#itemsOf(organizationId).delete(id)
    this.#onRemoved?.(organizationId, item)
    return undefined
  }

  #itemsOf(organizationId: string): Map<string, T> {
    const items = this.#byOrganization.get(organizationId) ?? new Map<string, T>()
    this.#byOrganization.set(organizationId, items)
    return items
  }
}
