/**
 * Rows travel as CopyData messages: a type, the length including itself, and the text or bytes of COPY. Postgres sends and receives the
 * same bytes, so rows between two Postgres servers are never parsed. Source: PostgreSQL, "Message Formats", CopyData.
 */
export const COPY_DATA = 0x64
export const HEADER_BYTES = 5

/** Maximum size of a single row in bytes, so that a broken or hostile source cannot fill our memory. */
const LONGEST_ROW = 256 * 1024 * 1024

/** Writes the header of the frame between two positions. @returns the start of its body */
export function writeFrameHeader(bytes: Buffer, begin: number, end: number): number {
  bytes[begin] = COPY_DATA
  bytes.writeInt32BE(end - begin - 1, begin + 1)
  return begin + HEADER_BYTES
}

/** @returns the end of the frame that begins at a position. @throws Error when the bytes cannot be a frame */
export function endOfFrame(bytes: Buffer, begin: number): number {
  const length = bytes.readInt32BE(begin + 1)
  if (length < 4 || length > LONGEST_ROW) throw new Error('a row without an end')
  return begin + 1 + length
}
