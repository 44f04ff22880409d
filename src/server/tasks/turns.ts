interface Options {
  /** Tasks at the same time. */
  readonly max: number
  /** Of one account. */
  readonly maxOfAccount: number
}

interface Waiting {
  readonly account: string
  readonly start: () => void
}

/** Lets tasks wait for their turn: of those that wait, the account with the fewest running tasks is next. */
export class Turns {
  readonly #options: Options
  readonly #running = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #total = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Does work when it is the account's turn. @throws the signal's reason while it waits */
  async take<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#wait(account, signal)
    try {
      return await work()
    } finally {
      this.#count(account, -1)
      this.#startNext()
    }
  }

  async #wait(account: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { account, start: resolve }
    const giveUp = () => {
      this.#waiting.delete(waiting)
      reject(signal.reason)
    }
    this.#waiting.add(waiting)
    signal.addEventListener('abort', giveUp, { once: true })
    this.#startNext()
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  #startNext(): void {
    while (this.#total < this.#options.max) {
      const next = this.#next()
      if (!next) return
      this.#waiting.delete(next)
      this.#count(next.account, 1)
      next.start()
    }
  }

  #next(): Waiting | undefined {
    const [next] = [...this.#waiting].toSorted((a, b) => this.#of(a.account) - this.#of(b.account))
    return next && this.#of(next.account) < this.#options.maxOfAccount ? next : undefined
  }

  #of(account: string): number {
    return this.#running.get(account) ?? 0
  }

  #count(account: string, by: number): void {
    const now = this.#of(account) + by
    this.#total += by
    if (now === 0) this.#running.delete(account)
    else this.#running.set(account, now)
  }
}
