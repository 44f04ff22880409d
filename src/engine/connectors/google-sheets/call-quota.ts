import type { Clock } from '../vendor-api/clock.ts'

const MINUTE_MS = 60_000

/**
 * A bucket of tokens, one per call, each of which comes back a minute after it was taken: so no minute sees more calls than the
 * bucket has tokens. Google counts per person and project; another process of ours, or another installation, is not seen here
 * and met by Google's own refusal (429), after which the call waits.
 */
export class CallQuota {
  readonly #clock: Clock
  readonly #perMinute: number
  #takenAt: number[] = []

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /** Settles when the call may be made. @throws the signal's reason */
  async take(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now()
    this.#takenAt = this.#takenAt.filter((at) => at > now - MINUTE_MS)
    const oldest = this.#takenAt.at(-this.#perMinute)
    // Taken before waiting, so that callers who wait at the same time line up.
    const at = oldest === undefined ? now : Math.max(oldest + MINUTE_MS, now)
    this.#takenAt.push(at)
    if (at > now) await this.#clock.sleep(at - now, signal)
  }
}
