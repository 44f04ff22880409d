import { endOfFrame, HEADER_BYTES } from '../../formats/frames/frame-header.ts'
import type { Batch } from './batch-sink.ts'

const TAB = 0x09
const NEWLINE = 0x0a

/** Fields up to this length, in bytes, are copied faster byte by byte than with a call. */
const SHORT = 48

/** A batch whose rows were cut into fields. */
export interface CutRows {
  readonly frames: Buffer
  readonly rows: number
  /** Number of fields of a row. */
  readonly fields: number
  /** For each row the start of each field, and of one after the last: `fields` + 1 positions. */
  readonly places: Int32Array
}

/** Finds the start of each field. @throws Error when a row has fewer */
export function cutRows({ frames, rows }: Batch, fields: number): CutRows {
  const places = new Int32Array(rows * (fields + 1))
  let place = 0
  let at = 0
  for (let row = 0; row < rows; row++) {
    const end = endOfFrame(frames, at)
    at += HEADER_BYTES
    places[place++] = at
    for (let field = 1; field < fields; field++) {
      while (at < end && frames[at] !== TAB) at++
      at++
      places[place++] = at
    }
    if (at > end) throw new Error('a row has fewer fields than the stream has columns')
    at = end
    places[place++] = at
  }
  return { frames, rows, fields, places }
}

/** One field of all rows, separated by newlines, which no encoded field contains. */
export function joinField({ frames, rows, fields, places }: CutRows, field: number): Buffer {
  const stride = fields + 1
  const startOf = (row: number) => places[row * stride + field] as number
  const endOf = (row: number) => (places[row * stride + field + 1] as number) - 1
  let length = rows - 1
  for (let row = 0; row < rows; row++) length += endOf(row) - startOf(row)
  const joined = Buffer.allocUnsafe(length)
  let at = 0
  for (let row = 0; row < rows; row++) {
    const start = startOf(row)
    const end = endOf(row)
    if (row > 0) joined[at++] = NEWLINE
    if (end - start > SHORT) at += frames.copy(joined, at, start, end)
    else for (let byte = start; byte < end; byte++) joined[at++] = frames[byte] as number
  }
  return joined
}
