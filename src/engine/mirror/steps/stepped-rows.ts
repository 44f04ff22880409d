import { FIELD_END, fieldsOf, ROW_END, TextRows } from '../../formats/changes/text-rows.ts'
import { COPY_DATA, HEADER_BYTES } from '../../formats/frames/frame-header.ts'
import { FrameWalker } from '../../formats/frames/frame-walker.ts'

/** The column that numbers the rows, behind those of the table: it tells which rows the steps have left out. */
export const NUMBER = '_millrace_row'

const HEADER = Buffer.alloc(HEADER_BYTES)
HEADER[0] = COPY_DATA

/** Rows on their way into steps, numbered from 0. */
export class NumberedRows {
  readonly #rows = new TextRows()
  count = 0

  add(bytes: Buffer, start: number, end: number): void {
    const rows = this.#rows
    const at = rows.append(HEADER, 0, HEADER_BYTES)
    rows.append(bytes, start, end)
    rows.appendByte(FIELD_END)
    rows.appendAscii(String(this.count++))
    rows.appendByte(ROW_END)
    rows.bytes.writeInt32BE(rows.length - at - 1, at + 1)
  }

  get frames(): Buffer {
    return Buffer.from(this.#rows.bytes.subarray(0, this.#rows.length))
  }
}

export interface SteppedRows {
  readonly bytes: Buffer
  /** Where the row is that was made of each number. Absent: the steps have left it out. */
  readonly places: ReadonlyMap<number, { readonly start: number; readonly end: number }>
}

/** @param frames rows after the steps, each followed by the fields that it had before. @param columns how many come after the steps */
export function steppedRows(frames: readonly Buffer[], columns: number): SteppedRows {
  const rows = new TextRows()
  const places = new Map<number, { start: number; end: number }>()
  const walker = new FrameWalker((bytes, start, end) => {
    const fields = fieldsOf(bytes, start, end - 1)
    const [from, to] = fields.at(-1) ?? [start, start]
    const last = columns === 0 ? start : (fields[columns - 1]?.[1] ?? start)
    const at = rows.append(bytes, start, last)
    places.set(Number(bytes.toString('latin1', from, to)), { start: at, end: rows.length })
  })
  for (const some of frames) walker.push(some)
  return { bytes: rows.bytes.subarray(0, rows.length), places }
}
