import { type Observable, Store, type Unsubscribe } from './observable.ts'

/** The calls beyond the specification that this server does not have, by the name of their use case. */
export class MissingCalls implements Observable<ReadonlySet<string>> {
  readonly #store = new Store<ReadonlySet<string>>(new Set())

  readonly get = (): ReadonlySet<string> => this.#store.get()
  readonly subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener)

  add(name: string): void {
    if (!this.get().has(name)) this.#store.set(new Set([...this.get(), name]))
  }
}
