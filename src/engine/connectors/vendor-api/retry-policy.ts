/** How often and after which pauses a call is retried; in milliseconds. */
export interface RetryPolicy {
  readonly retries: number
  /** The maximum of the first pause; each further maximum doubles. */
  readonly base: number
  readonly longest: number
}

export const DEFAULT_RETRIES: RetryPolicy = { retries: 5, base: 500, longest: 60_000 }

/** In milliseconds. If a vendor asks for a longer pause than this, the run cannot wait for it. */
export const LONGEST_WAIT_MS = 3_600_000

/**
 * The pause before the next attempt: exponential with full jitter, so that many callers that were refused together do not retry
 * together (AWS Architecture Blog, "Exponential Backoff And Jitter").
 * @param retry 0 for the first
 */
export const pauseBefore = (retry: number, { base, longest }: RetryPolicy, random: () => number): number =>
  Math.floor(random() * Math.min(longest, base * 2 ** retry))

/**
 * Reads a Retry-After header (RFC 9110, 10.2.3): seconds or an HTTP date.
 * @returns milliseconds; `undefined` when there is none or it cannot be read
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // An HTTP date begins with the name of a day; Date.parse alone would read "7 monkeys" as a date.
  if (!/^[A-Z][a-z]+, /.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(at - now, 0)
}
