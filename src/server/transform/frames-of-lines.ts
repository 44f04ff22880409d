import type { Field } from '../connectors/common-text/row-encoder.ts'

const COPY_DATA = 0x64
const HEADER_BYTES = 5
const NEWLINE = 0x0a

/** No character of a text takes more in UTF-8, by the units that its length counts. */
const BYTES_PER_UNIT = 3

/** Filled and copied within one call. */
let scratch: Buffer = Buffer.alloc(0)

/**
 * One after the other into memory that is used again: joined, they would be a text of a megabyte each time, and those gather.
 * @param lines encoded rows, each after a newline. @returns one CopyData message for each
 */
export function framesOfLines(lines: readonly Field[]): Buffer {
  let at = 0
  for (const line of lines) {
    if (line === null) throw new Error('DuckDB gave no row')
    const most = at + HEADER_BYTES + line.length * BYTES_PER_UNIT
    if (most > scratch.length) scratch = grown(scratch, most)
    // The newline in front makes room for the last byte of the header.
    const end = at + HEADER_BYTES - 1 + scratch.write(line, at + HEADER_BYTES - 1)
    scratch[at] = COPY_DATA
    scratch.writeInt32BE(end - at, at + 1)
    scratch[end] = NEWLINE
    at = end + 1
  }
  return Buffer.from(scratch.subarray(0, at))
}

function grown(bytes: Buffer, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2))
  bytes.copy(larger)
  return larger
}
