import { errorClassOf } from '../../../core/catalog/errors/error-classes.ts'
import { LONGEST_WAIT_MS, pauseBefore, type RetryPolicy } from '../../../engine/connectors/vendor-api/retry-policy.ts'
import type { RunErrorRow } from '../../store/runs/runs.ts'

/** How runs are tried again: at once, up to 2 s, 4 s, 8 s … later. How often, says the class of the error. */
export type RunRetries = Pick<RetryPolicy, 'base' | 'longest'>

export const RUN_RETRIES: RunRetries = { base: 2_000, longest: 60_000 }

/** The most attempts that every one of these errors allows a run. */
export const attemptsFor = (errors: readonly RunErrorRow[]): number =>
  Math.min(...errors.map(({ code }) => errorClassOf(code).attempts))

interface EndedAttempt {
  /** What it ended with: of each stream that failed, or of the whole. */
  readonly errors: readonly RunErrorRow[]
  /** Which it was, from 1. */
  readonly attempt: number
}

/**
 * How long a run waits before its next attempt, in milliseconds: exponential with full jitter, and no less than the other side asks for.
 * @returns `undefined` when it is not tried again
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
