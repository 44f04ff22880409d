const TAB = 0x09
const NEWLINE = 0x0a
const MINUS = 0x2d
const ZERO = 0x30

/** Counts the values -0 in columns of a destination that would store them as 0 and say nothing. */
export class NegativeZeros {
  readonly #columns: readonly (string | undefined)[]
  readonly #found = new Map<string, number>()

  /** @param columns in the order of the fields; undefined where a -0 is no matter */
  constructor(columns: readonly (string | undefined)[]) {
    this.#columns = columns
  }

  /** Whether a column can lose a sign at all. */
  get isNeeded(): boolean {
    return this.#columns.some((name) => name !== undefined)
  }

  get found(): ReadonlyMap<string, number> {
    return this.#found
  }

  /** @param text whole rows between these places, with tabs between their fields and newlines between them */
  see(text: Buffer, start: number, end: number): void {
    let field = 0
    let from = start
    for (let at = start; at <= end; at++) {
      const byte = at < end ? text[at] : NEWLINE
      if (byte !== TAB && byte !== NEWLINE) continue
      const name = this.#columns[field]
      if (name !== undefined && at - from === 2 && text[from] === MINUS && text[from + 1] === ZERO)
        this.#found.set(name, (this.#found.get(name) ?? 0) + 1)
      field = byte === TAB ? field + 1 : 0
      from = at + 1
    }
  }
}
