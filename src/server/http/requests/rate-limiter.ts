import { tooManyRequests } from '../../domain/members/take-call.ts'

export interface Limit {
  readonly calls: number
  readonly seconds: number
}

interface Bucket {
  tokens: number
  at: number
  /** When it is full again unless it is used: from then on it says nothing, and is removed. */
  fullAt: number
}

/** Milliseconds between two looks for full buckets. */
const SWEEP_MS = 60_000

/** Callers can invent names. Beyond this number, the bucket that was unused for the longest time is given up. */
const MAX_BUCKETS = 50_000

/**
 * A token bucket per name: `calls` at once, then as many more as the time allows. Each process has its own, so two
 * processes allow twice as many; it protects against floods and is not an exact meter as `takeCall` is.
 */
export function makeRateLimiter(now: () => number = Date.now, maxBuckets = MAX_BUCKETS) {
  /** In the order of their last use. */
  const buckets = new Map<string, Bucket>()
  let sweptAt = now()

  /** @throws RequestError too many with the time of the next try */
  return (name: string, { calls, seconds }: Limit): void => {
    const at = now()
    const refillPerMs = calls / (seconds * 1_000)
    if (at - sweptAt > SWEEP_MS) {
      sweptAt = at
      for (const [known, bucket] of buckets) if (bucket.fullAt <= at) buckets.delete(known)
    }
    const bucket = buckets.get(name) ?? { tokens: calls, at, fullAt: at }
    bucket.tokens = Math.min(calls, bucket.tokens + (at - bucket.at) * refillPerMs)
    bucket.at = at
    buckets.delete(name)
    buckets.set(name, bucket)
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? '')
    if (bucket.tokens < 1) {
      throw tooManyRequests(Math.ceil((1 - bucket.tokens) / refillPerMs / 1_000))
    }
    bucket.tokens -= 1
    bucket.fullAt = at + (calls - bucket.tokens) / refillPerMs
  }
}
