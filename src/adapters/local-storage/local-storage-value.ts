/** One JSON value in the browser's storage. */
export class LocalStorageValue {
  readonly #storage: Storage
  readonly #key: string

  constructor(storage: Storage, key: string) {
    this.#storage = storage
    this.#key = key
  }

  /** Nothing if it is missing, damaged or not accessible. */
  read(): unknown {
    try {
      return JSON.parse(this.#storage.getItem(this.#key) ?? 'null')
    } catch {
      return undefined
    }
  }

  /** If the storage is full or forbidden, a convenience is lost, never the page. */
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
      // A value that cannot be removed could not be written either.
    }
  }
}
