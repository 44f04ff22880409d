export type Unsubscribe = () => void

/** A value that may be looked at and watched; fits React's `useSyncExternalStore(subscribe, get)` as it is. */
export interface Observable<T> {
  readonly get: () => T
  /** Calls after every change until unsubscribed. */
  readonly subscribe: (listener: () => void) => Unsubscribe
}

/** The one implementation: holds the value and tells the listeners. */
export class Store<T> implements Observable<T> {
  readonly #listeners = new Set<() => void>()
  #value: T

  constructor(initial: T) {
    this.#value = initial
  }

  readonly get = (): T => this.#value

  readonly set = (value: T): void => {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const listener of [...this.#listeners]) listener()
  }

  readonly subscribe = (listener: () => void): Unsubscribe => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
