/** Until what an account has used counts half. */
const HALF_LIFE_MS = 30_000

/** Of a processor; what an account with a tenth of a core reaches in about a minute. */
const MUCH_SECONDS = 4

/** What accounts have used of processors lately. */
export class AccountUsage {
  readonly #used = new Map<string, { readonly seconds: number; readonly at: number }>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  add(account: string, seconds: number): void {
    const at = this.#now()
    this.#used.set(account, { seconds: this.#of(account) + seconds, at })
    for (const known of this.#used.keys()) if (this.#of(known) < 0.01) this.#used.delete(known)
  }

  /** Whether the account comes after others now. */
  isMuch(account: string): boolean {
    return this.#of(account) > MUCH_SECONDS
  }

  #of(account: string): number {
    const used = this.#used.get(account)
    return used ? used.seconds * 0.5 ** ((this.#now() - used.at) / HALF_LIFE_MS) : 0
  }
}
