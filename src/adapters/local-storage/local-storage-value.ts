/** One JSON value in the browser's storage. */
export class LocalStorageValue {
  readonly #storage: Storage
  readonly #key: string

  constructor(storage: Storage, key: string) {
    this.#storage = storage
    this.#key = key
  }

  /** Nothing when it is missing, damaged or may not be read. */
  read(): unknown {
    try {
      return JSON.parse(this.#storage.getItem(this.#key) ?? 'null')
    } catch {
      return undefined
    }
  }

  /** A full or forbidden storage costs a convenience, never the page. */
  write(value: unknown): void {
    try {
      this.#storage.setItem(this.#key, JSON.stringify(value))
    } catch {
      // The next visit starts from the defaults.
    }
  }

  remove(): void {
    try {
      this.#storage.removeItem(this.#key)
    } catch {
      // What may not be removed could not be written either.
    }
  }
}
