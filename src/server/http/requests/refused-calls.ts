import { tooManyRequests } from '../../domain/members/take-call.ts'
import { RequestError } from '../../domain/request-error.ts'

/** Callers can invent names. Beyond this number, the oldest refusal is forgotten. */
const MAX_REFUSALS = 50_000

/**
 * Remembers until when a caller is refused, so that a flood of calls beyond a limit costs no query: who the caller is in the organization, and how many
 * calls the account has made in all processes, is known only at the store.
 */
export function makeRefusedCalls(now: () => number = Date.now, maxRefusals = MAX_REFUSALS) {
  /** By the name of the call and its caller, in milliseconds. */
  const refusedUntil = new Map<string, number>()

  return {
    /** @throws RequestError too many with the time of the next try */
    check(name: string): void {
      const until = refusedUntil.get(name)
      if (until === undefined) return
      const wait = until - now()
      if (wait > 0) throw tooManyRequests(Math.ceil(wait / 1_000))
      refusedUntil.delete(name)
    },

    /** @throws what the limit throws */
    async remember(name: string, limit: () => Promise<void>): Promise<void> {
      try {
        await limit()
      } catch (error) {
        const wait = error instanceof RequestError ? error.details?.['retry_after'] : undefined
        if (typeof wait === 'number') refusedUntil.set(name, now() + wait * 1_000)
        if (refusedUntil.size > maxRefusals) refusedUntil.delete(refusedUntil.keys().next().value ?? '')
        throw error
      }
    },
  }
}
