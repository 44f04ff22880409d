export interface Permit {
  /** Settles when the permit is granted. */
  readonly granted: Promise<void>
  /** Passes the permit on; a second call does nothing. */
  release(): void
}

/** Lets a limited number work at a time, in the order of their requests. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Every acquired permit must be released, even if it was not granted yet. */
  acquire(): Permit {
    const { promise: granted, resolve: grant } = Promise.withResolvers<void>()
    this.#waiting.push(grant)
    this.#grantNext()
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      void granted.then(() => {
        this.#free++
        this.#grantNext()
      })
    }
    return { granted, release }
  }

  #grantNext(): void {
    if (this.#free === 0) return
    const grant = this.#waiting.shift()
    if (!grant) return
    this.#free--
    grant()
  }
}
