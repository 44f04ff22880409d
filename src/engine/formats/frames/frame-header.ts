/**
 * Rows travel as CopyData messages: a type, the length of what follows with itself, and the text or bytes of COPY. Postgres takes and gives the
 * same bytes, so rows between two of them are never looked into. Source: PostgreSQL, "Message Formats", CopyData.
 */
export const COPY_DATA = 0x64
export const HEADER_BYTES = 5

/** No single row is taken beyond this, so that a broken or hostile source cannot fill our memory; in bytes. */
const LONGEST_ROW = 256 * 1024 * 1024

/** Writes the header of the frame that stands between two places. @returns where its body begins */
export function writeFrameHeader(bytes: Buffer, begin: number, end: number): number {
  bytes[begin] = COPY_DATA
  bytes.writeInt32BE(end - begin - 1, begin + 1)
  return begin + HEADER_BYTES
}

/** @returns where the frame ends that begins at a place. @throws Error when the bytes cannot be a frame */
export function endOfFrame(bytes: Buffer, begin: number): number {
  const length = bytes.readInt32BE(begin + 1)
  if (length < 4 || length > LONGEST_ROW) throw new Error('a row without an end')
  return begin + 1 + length
}
