import { MalformedAnswer } from './malformed-answer.ts'

/** From this byte on it is no length by itself. */
export const LONG_LENGTH = 0xfb

/** In a row of texts: NULL, without a length. */
export const NULL_VALUE = 0xfb

/** Bytes of the length after these first bytes; 0xfb and 0xff begin none. Source: MySQL, "Protocol Basics", "Length-Encoded Integer Type". */
const LENGTH_BYTES: Readonly<Record<number, number>> = { 252: 2, 253: 3, 254: 8 }

/** How many bytes a length has that begins with this byte. @throws MalformedAnswer */
export function bytesOfLength(first: number): number {
  if (first < LONG_LENGTH) return 1
  const further = LENGTH_BYTES[first]
  if (further === undefined) throw new MalformedAnswer()
  return 1 + further
}

/** A length of more than one byte, which may be in the bytes of the next packet: whoever asks looks where it ends. @throws MalformedAnswer */
export function longLength(bytes: Buffer, at: number): number {
  const size = bytesOfLength(bytes[at] as number)
  if (at + size > bytes.length) throw new MalformedAnswer()
  return size === 9 ? Number(bytes.readBigUInt64LE(at + 1)) : bytes.readUIntLE(at + 1, size - 1)
}
