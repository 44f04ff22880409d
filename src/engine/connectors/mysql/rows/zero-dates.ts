import type { ReadRequest } from '../../../ports/source.ts'

/** How dates that only MySQL has are written: as NULL, not at all, or as they are, for a person to look at. */
export type ZeroDateWriting = 'null' | 'fail' | 'raw'

/** What becomes of the dates of a read that no calendar has, and how many were read as NULL. */
export class ZeroDates {
  readonly writing: ZeroDateWriting
  readonly #found = new Map<string, number>()

  constructor(writing: ZeroDateWriting) {
    this.writing = writing
  }

  /** One was read as NULL. */
  count(column: string): void {
    this.#found.set(column, (this.#found.get(column) ?? 0) + 1)
  }

  tell(listener: ReadRequest['onReadAsNull']): void {
    for (const [column, rows] of this.#found) listener?.(column, rows)
  }
}
