/** How long an undelivered message is retried. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000

const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 2 * 60 * 60 * 1000

export interface Tried {
  /** Number of attempts so far, at least 1. */
  readonly attempts: number
  /** The age of the message, in milliseconds. */
  readonly age: number
  /** From 0 to 1. */
  readonly random: number
}

/** The pause before the next attempt: twice as long each time, with a random quarter. @returns milliseconds; nothing when the message should be given up */
export function pauseBeforeNextTry({ attempts, age, random }: Tried): number | undefined {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS) * (0.75 + random / 2)
  return age + pause > GIVE_UP_AFTER_MS ? undefined : pause
}
