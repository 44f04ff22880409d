import { NOT_FOUND } from './memory-answers.ts'

interface Identified {
  readonly id: string
}

/** Things with an id, kept per organization. */
export class MemoryCollection<T extends Identified> {
  readonly #byOrganization = new Map<string, readonly T[]>()

  of(organizationId: string): readonly T[] {
    return this.#byOrganization.get(organizationId) ?? []
  }

  find(organizationId: string, id: string): T | undefined {
    return this.of(organizationId).find((item) => item.id === id)
  }

  put(organizationId: string, item: T): T {
    const others = this.of(organizationId)
    const known = others.some(({ id }) => id === item.id)
    this.#byOrganization.set(
      organizationId,
      known ? others.map((other) => (other.id === item.id ? item : other)) : [...others, item],
    )
    return item
  }

  change(organizationId: string, id: string, change: (item: T) => T): T | typeof NOT_FOUND {
    const item = this.find(organizationId, id)
    return item ? this.put(organizationId, change(item)) : NOT_FOUND
  }

  /** Undefined when it was there. */
  remove(organizationId: string, id: string): undefined | typeof NOT_FOUND {
    if (!this.find(organizationId, id)) return NOT_FOUND
    this.#byOrganization.set(
      organizationId,
      this.of(organizationId).filter((item) => item.id !== id),
    )
    return undefined
  }
}
