interface Share {
  readonly taker: number
  rows: number
}

/** Remembers which rows of a stream went to which of several takers, so that the nth row of one has its number among all. */
export class RowShares {
  readonly #shares: Share[] = []

  add(taker: number, rows: number): void {
    const last = this.#shares.at(-1)
    if (last?.taker === taker) last.rows += rows
    else this.#shares.push({ taker, rows })
  }

  /** @param row as its taker counts, from 1. @returns the same row as the stream counts, from 1 */
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
