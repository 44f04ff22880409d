import { crc32 } from 'node:zlib'
import type { Cell } from '../access/sheets-client.ts'
import { hasData, headerText } from './tab-scan.ts'

const LINES_AT_FIRST = 1_024

/**
 * The lines of a tab as they were read first, by a number for each. Who sorts a tab, or inserts and deletes lines, while its pages are read makes
 * lines come twice and others not at all, and their count stays. A cell that only has another value by then, as that of many formulas, is no move.
 */
export class ReadLines {
  #header: readonly string[] = []
  #numbers = new Uint32Array(LINES_AT_FIRST)
  #lines = 0
  #sorted: Uint32Array | undefined

  add(rows: readonly (readonly Cell[])[]): void {
    for (const row of rows) {
      if (this.#lines === 0) this.#header = row.map(headerText)
      if (this.#lines === this.#numbers.length) this.#numbers = grown(this.#numbers)
      this.#numbers[this.#lines++] = numberOf(row)
    }
  }

  /** The first column, from 0, that had another header; -1 for none. */
  changedHeader(header: readonly string[]): number {
    const length = Math.max(header.length, this.#header.length)
    return Array.from({ length }, (_, at) => at).findIndex((at) => (header[at] ?? '') !== (this.#header[at] ?? ''))
  }

  /** Whether a line has what another line had. @param line from 1 */
  isMoved(line: number, row: readonly Cell[]): boolean {
    if (!hasData(row)) return false
    const number = numberOf(row)
    return this.#numbers[line - 1] !== number && this.#has(number)
  }

  #has(number: number): boolean {
    this.#sorted ??= this.#numbers.slice(0, this.#lines).sort()
    const sorted = this.#sorted
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((sorted[middle] ?? 0) < number) from = middle + 1
      else to = middle
    }
    return sorted[from] === number
  }
}

const numberOf = (row: readonly Cell[]) =>
  crc32(JSON.stringify(row.map(({ effectiveValue }) => effectiveValue ?? null)))

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}
