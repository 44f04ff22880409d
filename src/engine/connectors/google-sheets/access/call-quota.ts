import type { Clock } from '../../vendor-api/clock.ts'

const MINUTE_MS = 60_000

/**
 * A bucket of tokens, one per call. A token returns a minute after it was taken, so no minute has more calls than the
 * bucket has tokens. Google counts per person and project; calls of other processes or installations are unknown here, and
 * if Google refuses a call because of them (429), the call waits.
 */
export class CallQuota {
  readonly #clock: Clock
  readonly #perMinute: number
  #takenAt: number[] = []

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /** Settles when the call may be sent. @param onWait is told the milliseconds until then, if there are any. @throws the signal's reason */
  async take(signal: AbortSignal, onWait?: (milliseconds: number) => void): Promise<void> {
    const now = this.#clock.now()
    this.#takenAt = this.#takenAt.filter((at) => at > now - MINUTE_MS)
    const oldest = this.#takenAt.at(-this.#perMinute)
    // Taken before waiting, so that callers that wait at the same time get a queue order.
    const at = oldest === undefined ? now : Math.max(oldest + MINUTE_MS, now)
    this.#takenAt.push(at)
    if (at <= now) return
    onWait?.(at - now)
    await this.#clock.sleep(at - now, signal)
  }
}
