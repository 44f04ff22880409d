export interface Turn {
  readonly begun: Promise<void>
  /** Lets the next one begin; a turn that is over is not over twice. */
  end(): void
}

/** Lets so many work at a time, in the order in which they asked. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Whoever takes a turn ends it, also when it has not begun by then. */
  take(): Turn {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    this.#waiting.push(begin)
    this.#beginNext()
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      void begun.then(() => {
        this.#free++
        this.#beginNext()
      })
    }
    return { begun, end }
  }

  #beginNext(): void {
    if (this.#free === 0) return
    const begin = this.#waiting.shift()
    if (!begin) return
    this.#free--
    begin()
  }
}
