import { type Observable, Store } from '../../core/observable.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

/** The chosen theme; `system` follows the operating system, also when it changes. */
export class ThemeStore implements Observable<ThemeChoice> {
  readonly #store: Store<ThemeChoice>
  readonly #systemIsDark = matchMedia('(prefers-color-scheme: dark)')

  constructor(choice: ThemeChoice) {
    this.#store = new Store(choice)
    this.#systemIsDark.addEventListener('change', this.#apply)
    this.#apply()
  }

  readonly get = (): ThemeChoice => this.#store.get()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  readonly choose = (choice: ThemeChoice): void => {
    this.#store.set(choice)
    this.#apply()
  }

  readonly #apply = (): void => {
    const choice = this.get()
    document.documentElement.dataset['theme'] =
      choice === 'system' ? (this.#systemIsDark.matches ? 'dark' : 'light') : choice
  }
}
