import { MalformedAnswer } from '../driver/malformed-answer.ts'

/** Each function writes a value in the binary form of Postgres, without the length before it, and returns the position of the next byte. */

const HYPHEN = 0x2d
const UUID_BYTES = 16
/** The value of each character, by its code; -1 for those that are no hexadecimal digit. */
const NIBBLES = Int8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /^[0-9a-f]$/i.test(character) ? Number.parseInt(character, 16) : -1
})

/** An integer of 1 to 8 bytes in little-endian order, as one of `size` bytes in big-endian order. */
export function writeInteger(
  batch: Buffer,
  start: number,
  bytes: Buffer,
  from: number,
  to: number,
  isUnsigned: boolean,
  size: number,
): number {
  let out = start
  const fill = !isUnsigned && (bytes[to - 1] as number) > 0x7f ? 0xff : 0
  for (let missing = size - (to - from); missing > 0; missing--) batch[out++] = fill
  for (let at = to - 1; at >= from; at--) batch[out++] = bytes[at] as number
  return out
}

/** Whether an integer is kept by its lower bytes, which end at `half`, as a signed one. */
export function fitsInteger(bytes: Buffer, half: number, to: number, isUnsigned: boolean): boolean {
  const isNegative = (bytes[half - 1] as number) > 0x7f
  if (isNegative && isUnsigned) return false
  for (let at = half; at < to; at++) if (bytes[at] !== (isNegative ? 0xff : 0)) return false
  return true
}

/** `char(36)` with hyphens as 16 bytes. */
export function writeUuid(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  let out = start
  for (let at = from; at < to; at += 2) {
    if (bytes[at] === HYPHEN) at++
    batch[out++] = (nibble(bytes[at] as number) << 4) | nibble(bytes[at + 1] as number)
  }
  if (out - start !== UUID_BYTES) throw new MalformedAnswer()
  return out
}

const nibble = (character: number): number => {
  const value = NIBBLES[character] as number
  if (!(value >= 0)) throw new MalformedAnswer()
  return value
}

/** A BIT(n), padded on the left to whole bytes, as `varbit`, which is padded on the right. */
export function writeBits(
  batch: Buffer,
  start: number,
  bytes: Buffer,
  from: number,
  to: number,
  length: number,
): number {
  if (to - from !== (length + 7) >> 3) throw new MalformedAnswer()
  let out = writeInt32(batch, start, length)
  const shift = (to - from) * 8 - length
  for (let at = from; at < to; at++) {
    const next = at + 1 < to ? (bytes[at + 1] as number) : 0
    batch[out++] = (((bytes[at] as number) << shift) | (next >> (8 - shift))) & 0xff
  }
  return out
}

export function writeInt32(batch: Buffer, start: number, value: number): number {
  batch[start] = value >>> 24
  batch[start + 1] = value >>> 16
  batch[start + 2] = value >>> 8
  batch[start + 3] = value
  return start + 4
}

export function writeInt16(batch: Buffer, start: number, value: number): number {
  batch[start] = value >>> 8
  batch[start + 1] = value
  return start + 2
}
