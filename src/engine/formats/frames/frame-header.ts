import { requireRowMemory } from '../row-memory.ts'

/**
 * Rows travel as CopyData messages: a type, the length including itself, and the text or bytes of COPY. Postgres sends and receives the
 * same bytes, so rows between two Postgres servers are never parsed. Source: PostgreSQL, "Message Formats", CopyData.
 */
export const COPY_DATA = 0x64
export const HEADER_BYTES = 5

/** Source: PostgreSQL, "Database Limits": no field, and therefore no row of COPY, is longer. */
const LONGEST_FRAME = 1 << 30

/** Writes the header of the frame between two positions. @returns the start of its body. @throws RowTooLarge */
export function writeFrameHeader(bytes: Buffer, begin: number, end: number): number {
  requireRowMemory(end - begin)
  bytes[begin] = COPY_DATA
  bytes.writeInt32BE(end - begin - 1, begin + 1)
  return begin + HEADER_BYTES
}

/** @returns the end of the frame that begins at a position. @throws Error when the bytes cannot be a frame, RowTooLarge */
export function endOfFrame(bytes: Buffer, begin: number): number {
  const length = bytes.readInt32BE(begin + 1)
  if (length < 4 || length > LONGEST_FRAME) throw new Error('a row without an end')
  requireRowMemory(length)
  return begin + 1 + length
}
