import type { Clock } from '../../src/engine/connectors/vendor-api/clock.ts'

export interface ManualClock extends Clock {
  /** How long each sleep was, in milliseconds. */
  readonly sleeps: readonly number[]
}

/** A clock whose sleeps take no time: it goes on by itself. */
export function makeManualClock(start = Date.parse('2026-11-21T12:00:00Z'), random = 1): ManualClock {
  const sleeps: number[] = []
  let now = start
  return {
    sleeps,
    now: () => now,
    random: () => random,
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted()
      sleeps.push(milliseconds)
      now += milliseconds
      await new Promise(setImmediate)
      signal.throwIfAborted()
    },
  }
}
