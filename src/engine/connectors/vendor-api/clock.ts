import { setTimeout as delay } from 'node:timers/promises'

/** Time and random numbers, so that tests can control both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** @throws the signal's reason once it is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** At least 0, below 1. */
  random(): number
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: async (milliseconds, signal) => {
    signal.throwIfAborted()
    await delay(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
}
