interface Share {
  readonly taker: number
  rows: number
}

/** Records which rows of a stream went to which of several sessions, so that the nth row of a session can be mapped to its number among all rows. */
export class RowShares {
  readonly #shares: Share[] = []

  add(taker: number, rows: number): void {
    const last = this.#shares.at(-1)
    if (last?.taker === taker) last.rows += rows
    else this.#shares.push({ taker, rows })
  }

  /** @param row number within its session, from 1. @returns the number of the same row in the stream, from 1 */
  numberOf(taker: number, row: number): number {
    let before = 0
    let own = row
    for (const share of this.#shares) {
      if (share.taker === taker) {
        if (own <= share.rows) break
        own -= share.rows
      }
      before += share.rows
    }
    return before + own
  }
}
