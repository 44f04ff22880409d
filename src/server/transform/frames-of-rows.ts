import type { DuckDBBlobVector, DuckDBDataChunk } from '@duckdb/node-api'

import { releaseMemory } from '../connectors/release-memory.ts'

const COPY_DATA = 0x64
const HEADER_BYTES = 5
const NEWLINE = 0x0a

/** Filled and copied within one call. */
let scratch: Buffer = Buffer.alloc(0)

/**
 * Puts rows one after the other into memory that is used again: joined by themselves, they would be a megabyte each time, and those gather.
 * @param chunk of one column, encoded rows as bytes. @returns one CopyData message for each
 */
export function framesOfRows(chunk: DuckDBDataChunk): Buffer {
  const rows = chunk.getColumnVector(0) as DuckDBBlobVector
  let at = 0
  for (let number = 0; number < rows.itemCount; number++) {
    const row = rows.getItemBytes(number)
    if (row === null) throw new Error('DuckDB gave no row')
    const end = at + HEADER_BYTES + row.length
    if (end >= scratch.length) scratch = grown(scratch, end + 1)
    scratch[at] = COPY_DATA
    scratch.writeInt32BE(end - at, at + 1)
    scratch.set(row, at + HEADER_BYTES)
    scratch[end] = NEWLINE
    at = end + 1
    releaseMemory(row)
  }
  return Buffer.from(scratch.subarray(0, at))
}

function grown(bytes: Buffer, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2))
  bytes.copy(larger)
  return larger
}
