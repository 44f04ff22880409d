export interface RowsAtTime {
  /** Milliseconds since the run began. */
  readonly ms: number
  readonly rowsRead: number
}

/** A speed at a moment, in milliseconds and rows per second. */
export interface RateSample {
  readonly at: number
  readonly rate: number
}

/** The speeds between moments of a run, the last of which is now: the clocks of server and browser may differ. */
export function rateHistory(moments: readonly RowsAtTime[], now: number): readonly RateSample[] {
  const end = moments.at(-1)?.ms ?? 0
  return moments.slice(1).flatMap(({ ms, rowsRead }, place) => {
    const before = moments[place]
    if (!before || ms <= before.ms) return []
    // Another attempt may have read fewer rows.
    const rows = Math.max(0, rowsRead - before.rowsRead)
    return [{ at: now - end + ms, rate: (rows * 1_000) / (ms - before.ms) }]
  })
}
