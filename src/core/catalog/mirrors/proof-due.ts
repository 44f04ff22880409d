/** Tables with at most so many rows are compared each hour, others each day. */
const SMALL_ROWS = 1_000_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How soon a table is compared again that differed, in milliseconds. */
const AGAIN_MS = 60_000

/** What is known of the last comparison of both sides of a table. Times are milliseconds since 1970. */
export interface LastProof {
  /** `still different`: although the rows were sent again. */
  readonly outcome: 'equal' | 'different' | 'still different' | 'failed'
  readonly endedAt: number
  /** At the source. */
  readonly rows: number
}

/** Whether both sides should be compared. @param last absent: never yet */
export function isProofDue(last: LastProof | undefined, now: number): boolean {
  if (!last) return true
  const { outcome, endedAt, rows } = last
  const pauses = {
    equal: rows <= SMALL_ROWS ? HOUR_MS : DAY_MS,
    different: AGAIN_MS,
    'still different': HOUR_MS,
    failed: HOUR_MS,
  }
  return now - endedAt >= pauses[outcome]
}
