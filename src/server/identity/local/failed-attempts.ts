import { IdentityError } from './identity-error.ts'

/** Number of attempts that may fail at once; each becomes available again after a time. */
export interface AttemptLimit {
  readonly attempts: number
  readonly eachMs: number
}

/** Few per account, for typing errors of its owner; more per address, because several people may share it. */
export const PASSWORD_LIMITS = {
  account: { attempts: 10, eachMs: 60_000 },
  address: { attempts: 50, eachMs: 12_000 },
} satisfies Record<string, AttemptLimit>

/** Limit for requested links per account. */
export const LINK_LIMIT: AttemptLimit = { attempts: 5, eachMs: 120_000 }

/** Callers can invent names, so names without failed attempts are removed. */
const SWEPT_AT = 10_000

/**
 * Counts attempts by name. An attempt is counted before its result is known, so that parallel attempts cannot bypass the limit, and
 * uncounted when it succeeds. Stored in memory: somebody who can restart the process can also read the accounts.
 */
export function makeFailedAttempts(now: () => number = Date.now) {
  const used = new Map<string, { count: number; at: number; eachMs: number }>()

  function refresh(name: string, eachMs: number) {
    const entry = used.get(name) ?? { count: 0, at: now(), eachMs }
    entry.count = Math.max(0, entry.count - (now() - entry.at) / eachMs)
    entry.at = now()
    return entry
  }

  function sweep(): void {
    if (used.size < SWEPT_AT) return
    for (const [name, { eachMs }] of used) if (refresh(name, eachMs).count === 0) used.delete(name)
  }

  return {
    /** @throws IdentityError if one of the names has no attempts left; then none is counted */
    take(limits: Readonly<Record<string, AttemptLimit>>): void {
      sweep()
      const entries = Object.entries(limits).map(([name, { attempts, eachMs }]) => ({
        name,
        attempts,
        entry: refresh(name, eachMs),
      }))
      if (entries.some(({ attempts, entry }) => entry.count + 1 > attempts))
        throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER : Too many attempts. Try again in a few minutes.')
      for (const { name, entry } of entries) {
        entry.count += 1
        used.set(name, entry)
      }
    },
    giveBack(...names: readonly string[]): void {
      for (const name of names) {
        const entry = used.get(name)
        if (entry) entry.count = Math.max(0, entry.count - 1)
      }
    },
  }
}

export type FailedAttempts = ReturnType<typeof makeFailedAttempts>
