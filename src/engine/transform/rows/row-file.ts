import { closeSync, openSync, writeSync } from 'node:fs'
import { endOfFrame, HEADER_BYTES } from '../../formats/frames/frame-header.ts'
import { quoteText } from '../duckdb/quote-sql.ts'
import type { Batch } from './batch-sink.ts'

const TAB = 0x09
const ZERO = 0x30

/** More than a row's number and the following tab need. */
const NUMBER_BYTES = 24

/** In bytes; lines up to this length are read with buffers of the usual size. */
const LEAST_LINE_LIMIT = 256 * 1024

/**
 * Rows of common text in a file, each with its number in front, so that no row looks like the beginning of a file. Encoded fields contain neither
 * tabs nor newlines, so DuckDB can read them directly, as often as a step needs them, and only during that time.
 */
export class RowFile {
  readonly #path: string
  readonly #most: number
  readonly #file: number
  #out = Buffer.alloc(0)
  #bytes = 0
  #longest = 0

  /** @param most the maximum size, in bytes */
  constructor(path: string, limit: number) {
    this.#path = path
    this.#most = limit
    this.#file = openSync(path, 'w')
  }

  /** @returns whether there is room for the rows */
  add({ frames, rows, before }: Batch): boolean {
    const limit = frames.length + rows * NUMBER_BYTES
    if (this.#bytes + limit > this.#most) return false
    if (this.#out.length < limit) this.#out = Buffer.allocUnsafe(limit)
    const out = this.#out
    let at = 0
    let frame = 0
    for (let row = 1; row <= rows; row++) {
      const begun = at
      const end = endOfFrame(frames, frame)
      at = writeNumber(out, at, before + row)
      out[at++] = TAB
      at += frames.copy(out, at, frame + HEADER_BYTES, end)
      frame = end
      if (at - begun > this.#longest) this.#longest = at - begun
    }
    for (let written = 0; written < at; ) written += writeSync(this.#file, out, written, at - written)
    this.#bytes += at
    return true
  }

  /** SQL for its rows. @param fields names of the columns for the fields, in their order; the number is `n` */
  rows(fields: readonly string[]): string {
    const line = Math.max(this.#longest, LEAST_LINE_LIMIT)
    const options = [
      `auto_detect = false, header = false, delim = '\t', quote = '', escape = '', new_line = '\\n', comment = ''`,
      `nullstr = '\\N', parallel = false, max_line_size = ${line}, buffer_size = ${line * 4}`,
      `columns = {n: 'BIGINT'${fields.map((name) => `, ${name}: 'VARCHAR'`).join('')}}`,
    ]
    return `read_csv(${quoteText(this.#path)}, ${options.join(', ')})`
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** @returns its end */
function writeNumber(out: Buffer, start: number, number: number): number {
  let end = start
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) end++
  let rest = number
  for (let at = end - 1; at >= start; at--) {
    out[at] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  return end
}
