export type Unsubscribe = () => void

/** A value that can be read and watched; works directly with React's `useSyncExternalStore(subscribe, get)`. */
export interface Observable<T> {
  readonly get: () => T
  /** Calls after every change until unsubscribed. */
  readonly subscribe: (listener: () => void) => Unsubscribe
}

/** The only implementation: stores the value and notifies the listeners. */
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
