import type { UniqueKeys } from '../../core/flows/streams/unique-keys.ts'

/** `key-1`, `key-2`, … */
export class CountingKeys implements UniqueKeys {
  #last = 0

  next(): string {
    return `key-${++this.#last}`
  }
}
