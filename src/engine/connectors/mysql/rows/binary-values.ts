/** Each function writes a value in the binary form of Postgres, without the length before it, and returns the position of the next byte. */

const HYPHEN = 0x2d

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

/** `char(36)` with hyphens as 16 bytes. */
export function writeUuid(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  let out = start
  for (let at = from; at < to; at += 2) {
    if (bytes[at] === HYPHEN) at++
    batch[out++] = (nibble(bytes[at] as number) << 4) | nibble(bytes[at + 1] as number)
  }
  return out
}

/** Letters have bit 6 set and their value in the lowest three bits, minus nine. */
const nibble = (character: number) => (character & 15) + (character > 0x39 ? 9 : 0)

/** A BIT(n), padded on the left to whole bytes, as `varbit`, which is padded on the right. */
export function writeBits(
  batch: Buffer,
  start: number,
  bytes: Buffer,
  from: number,
  to: number,
  length: number,
): number {
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
