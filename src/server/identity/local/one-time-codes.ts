import { randomBytes } from 'node:crypto'

/** More than needed at once; the oldest are removed first. */
const MAX_CODES = 1_000

/** Codes of 32 random bytes, each for one purpose, one use and a limited time. In memory: after a restart users request another. */
export function makeOneTimeCodes<T>(lifetimeMs: number, now: () => number = Date.now) {
  const known = new Map<string, { readonly value: T; readonly until: number }>()

  return {
    make(value: T): string {
      for (const code of known.keys()) {
        if (known.size < MAX_CODES) break
        known.delete(code)
      }
      const code = randomBytes(32).toString('base64url')
      known.set(code, { value, until: now() + lifetimeMs })
      return code
    },
    find(code: string): T | undefined {
      const entry = known.get(code)
      return entry && entry.until > now() ? entry.value : undefined
    },
    forget: (code: string): void => void known.delete(code),
  }
}

export type OneTimeCodes<T> = ReturnType<typeof makeOneTimeCodes<T>>
