interface Options {
  /** Places that are taken at the same time. */
  readonly max: number
  /** Of one account. */
  readonly maxOfAccount: number
}

interface Wanted {
  readonly account: string
  /** Default: one. */
  readonly places?: number
  readonly signal: AbortSignal
  /** How long it waits. Absent: as long as it takes. */
  readonly maxWaitMs?: number | undefined
}

interface Waiting {
  readonly account: string
  readonly places: number
  readonly start: () => void
}

/** Nobody's turn has come in time. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
  /** Whether the account's own tasks took all of its places. */
  readonly isByAccount: boolean

  constructor(isByAccount: boolean) {
    super(isByAccount ? 'the account has too many tasks at once' : 'there are too many tasks at once')
    this.isByAccount = isByAccount
  }
}

/** Lets tasks wait for their turn: of those that wait, the account with the fewest places is next. */
export class Turns {
  readonly #options: Options
  readonly #taken = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #total = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Does work when it is the account's turn. @throws NoTurn, or the signal's reason while it waits */
  async take<T>(wanted: Wanted, work: () => Promise<T>): Promise<T> {
    const { account, places = 1 } = wanted
    await this.#wait(wanted, places)
    try {
      return await work()
    } finally {
      this.#count(account, -places)
      this.#startNext()
    }
  }

  async #wait({ account, signal, maxWaitMs }: Wanted, places: number): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { account, places, start: resolve }
    const giveUp = (reason: unknown) => {
      if (!this.#waiting.delete(waiting)) return
      reject(reason)
      this.#startNext()
    }
    const gone = () => giveUp(signal.reason)
    const late = () => giveUp(new NoTurn(!this.#mayHave(waiting)))
    this.#waiting.add(waiting)
    signal.addEventListener('abort', gone, { once: true })
    const timer = maxWaitMs === undefined ? undefined : setTimeout(late, maxWaitMs)
    this.#startNext()
    await promise.finally(() => {
      signal.removeEventListener('abort', gone)
      clearTimeout(timer)
    })
  }

  #startNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      if (this.#total + next.places > this.#options.max) return
      this.#waiting.delete(next)
      this.#count(next.account, next.places)
      next.start()
    }
  }

  /** The oldest one of the account with the fewest places, among those that may have more. */
  #next(): Waiting | undefined {
    const [next] = [...this.#waiting]
      .filter((waiting) => this.#mayHave(waiting))
      .toSorted((a, b) => this.#of(a.account) - this.#of(b.account))
    return next
  }

  #mayHave({ account, places }: Waiting): boolean {
    return this.#of(account) + places <= this.#options.maxOfAccount
  }

  #of(account: string): number {
    return this.#taken.get(account) ?? 0
  }

  #count(account: string, by: number): void {
    const now = this.#of(account) + by
    this.#total += by
    if (now === 0) this.#taken.delete(account)
    else this.#taken.set(account, now)
  }
}
