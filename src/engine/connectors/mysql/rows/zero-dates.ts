import type { ReadRequest } from '../../../ports/source.ts'

/** How dates that only MySQL has are written: as NULL, not at all, or unchanged for display. */
export type ZeroDateWriting = 'null' | 'fail' | 'raw'

/** How a read treats invalid dates, and how many were read as NULL. */
export class ZeroDates {
  readonly writing: ZeroDateWriting
  readonly #found = new Map<string, number>()

  readonly #kept: readonly string[]

  /** @param kept columns that accept no NULL: their invalid dates are not written at all */
  constructor(writing: ZeroDateWriting, kept: readonly string[] = []) {
    this.writing = writing
    this.#kept = kept
  }

  isNull(column: string): boolean {
    return this.writing === 'null' && !this.#kept.includes(column)
  }

  /** Counts one that was read as NULL. */
  count(column: string): void {
    this.#found.set(column, (this.#found.get(column) ?? 0) + 1)
  }

  report(listener: ReadRequest['onReadAsNull']): void {
    for (const [column, rows] of this.#found) listener?.(column, rows)
  }
}
