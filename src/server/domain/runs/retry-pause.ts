import { errorClassOf } from '../../../core/catalog/errors/error-classes.ts'
import { LONGEST_WAIT_MS, pauseBefore, type RetryPolicy } from '../../../engine/connectors/vendor-api/retry-policy.ts'
import type { RunErrorRow } from '../../store/runs/run-rows.ts'

/** The pauses before retries: a random time up to 2 s, 4 s, 8 s … The class of the error limits the number. */
export type RunRetries = Pick<RetryPolicy, 'base' | 'longest'>

export const RUN_RETRIES: RunRetries = { base: 2_000, longest: 60_000 }

/** The maximum number of attempts that every one of these errors allows. */
export const attemptsFor = (errors: readonly RunErrorRow[]): number =>
  Math.min(...errors.map(({ code }) => errorClassOf(code).attempts))

interface EndedAttempt {
  /** The errors of each failed stream, or of the whole run. */
  readonly errors: readonly RunErrorRow[]
  /** The number of the attempt, from 1. */
  readonly attempt: number
}

/**
 * The pause of a run before its next attempt, in milliseconds: exponential with full jitter, and at least as long as the other side asks for.
 * @returns `undefined` if it is not retried
 */
export function retryPause(
  { errors, attempt }: EndedAttempt,
  { base, longest }: RunRetries,
  random: () => number = Math.random,
): number | undefined {
  if (errors.length === 0 || attempt >= attemptsFor(errors)) return undefined
  const asked = Math.max(...errors.map(({ retryAfter = 0 }) => retryAfter))
  if (asked > LONGEST_WAIT_MS) return undefined
  return Math.max(asked, pauseBefore(attempt - 1, { base, longest, retries: 0 }, random))
}
