export interface Permit {
  /** Settles when it is this one's turn. */
  readonly granted: Promise<void>
  /** Lets the next one go on; a second call does nothing. */
  release(): void
}

/** Lets so many work at a time, in the order in which they asked. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Whoever acquires a permit releases it, also when it was not granted by then. */
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
