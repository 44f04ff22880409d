import type { DuckDBDataChunk } from '@duckdb/node-api'

import { HEADER_BYTES, writeFrameHeader } from '../../formats/frames/frame-header.ts'
import { releaseMemory } from '../../formats/release-memory.ts'
import type { OpenDuckdb } from './open-duckdb.ts'

const NEWLINE = 0x0a

/**
 * DuckDB's memory for each value of bytes: the length, and the bytes themselves if there are at most twelve; otherwise the
 * first four, and the address of all of them. Source: `duckdb_string_t` in duckdb.h.
 */
const ENTRY = { bytes: 16, value: 4, inlined: 12, pointer: 8 }

/** Number of bytes per call; for more at once, the allocator would request new memory from the system each time. */
const RUN_BYTES = 96 * 1024

/** Filled and copied within one call. */
let scratch: Buffer = Buffer.alloc(0)

/**
 * Writes rows one after the other into reused memory: joining them would need a megabyte each time, and those would accumulate.
 * @param chunk of one column, encoded rows as bytes, none of them NULL. @returns one CopyData message for each
 */
export function framesOfRows({ native }: Pick<OpenDuckdb, 'native'>, chunk: DuckDBDataChunk): Buffer {
  const { rowCount } = chunk
  const vector = native.data_chunk_get_vector(chunk.chunk, 0)
  const entries = asBuffer(native.vector_get_data(vector, rowCount * ENTRY.bytes))
  let at = 0
  for (let row = 0; row < rowCount; ) {
    const { end, length } = runFrom(entries, row, rowCount)
    const bytes = bytesOf(native, entries, row, length)
    const needed = at + length + (end - row) * (HEADER_BYTES + 1)
    if (needed > scratch.length) scratch = grown(scratch, needed)
    for (let from = 0; row < end; row++) {
      const behind = at + HEADER_BYTES + lengthOf(entries, row)
      writeFrameHeader(scratch, at, behind + 1)
      from += bytes.copy(scratch, at + HEADER_BYTES, from, from + lengthOf(entries, row))
      scratch[behind] = NEWLINE
      at = behind + 1
    }
    releaseMemory(bytes)
  }
  releaseMemory(entries)
  return Buffer.from(scratch.subarray(0, at))
}

const lengthOf = (entries: Buffer, row: number) => entries.readUInt32LE(row * ENTRY.bytes)

/**
 * Rows that are consecutive in memory, so that one call reads them all: one call per row took longer than everything else.
 * @returns their end, and the bytes of all of them
 */
function runFrom(entries: Buffer, first: number, rowCount: number): { end: number; length: number } {
  // The two halves of an address, each as a number; an overflow of the lower half begins a new run.
  const lowOf = (row: number) => entries.readUInt32LE(row * ENTRY.bytes + ENTRY.pointer)
  const highOf = (row: number) => entries.readUInt32LE(row * ENTRY.bytes + ENTRY.pointer + 4)
  const isInlined = (row: number) => lengthOf(entries, row) <= ENTRY.inlined
  let length = lengthOf(entries, first)
  let end = first + 1
  if (isInlined(first)) return { end, length }
  const [low, high] = [lowOf(first), highOf(first)]
  const isNext = (row: number) => !isInlined(row) && lowOf(row) === low + length && highOf(row) === high
  while (end < rowCount && length < RUN_BYTES && isNext(end)) {
    length += lengthOf(entries, end++)
  }
  return { end, length }
}

/** @param length of all rows of the run that starts there */
function bytesOf(native: OpenDuckdb['native'], entries: Buffer, first: number, length: number): Buffer {
  const at = first * ENTRY.bytes
  if (length <= ENTRY.inlined) return entries.subarray(at + ENTRY.value, at + ENTRY.value + length)
  const pointer = entries.byteOffset + at + ENTRY.pointer
  return asBuffer(native.get_data_from_pointer(entries.buffer as ArrayBuffer, pointer, length))
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

function grown(bytes: Buffer, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2))
  bytes.copy(larger)
  return larger
}
