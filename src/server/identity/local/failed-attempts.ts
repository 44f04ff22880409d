import { IdentityError } from './identity-error.ts'

/** So many may fail at once; each comes back in its time. */
export interface AttemptLimit {
  readonly attempts: number
  readonly eachMs: number
}

/** An account has few, its owner mistypes; an address more, because several people may share it. */
export const PASSWORD_LIMITS = {
  account: { attempts: 10, eachMs: 60_000 },
  address: { attempts: 50, eachMs: 12_000 },
} satisfies Record<string, AttemptLimit>

/** Links that are asked for one account. */
export const LINK_LIMIT: AttemptLimit = { attempts: 5, eachMs: 120_000 }

/** Names are made up by callers, so those that have all their attempts again are forgotten. */
const SWEPT_AT = 10_000

/**
 * Counts attempts by name. One is taken before it is known how it ends, so that many at once are no way around, and given
 * back when it succeeds. Kept in memory: whoever can restart the process can read the accounts as well.
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
    /** @throws IdentityError when none is left for one of the names; then none is taken */
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
