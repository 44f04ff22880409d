import { MalformedAnswer } from '../driver/malformed-answer.ts'
import { writeInt16 } from './binary-values.ts'

/** A `numeric` has groups of four digits. Source: Postgres, `numeric_recv`. */
const DIGITS_IN_GROUP = 4
const GROUP = 10_000
const NEGATIVE = 0x40
const ZERO = 0x30
const MINUS = 0x2d
const POINT = 0x2e
const TWO_TO_32 = 2 ** 32

/** An integer of 1 to 8 bytes as `numeric`. */
export function writeIntegerNumeric(
  batch: Buffer,
  start: number,
  bytes: Buffer,
  from: number,
  to: number,
  isUnsigned: boolean,
): number {
  const isNegative = !isUnsigned && (bytes[to - 1] as number) > 0x7f
  const half = Math.min(to, from + 4)
  let low = bytes.readUIntLE(from, half - from)
  let high = half < to ? bytes.readUIntLE(half, to - half) : 0
  if (isNegative) {
    low = 2 ** ((half - from) * 8) - low
    if (half < to) {
      const carries = low === TWO_TO_32
      high = TWO_TO_32 - high - (carries ? 0 : 1)
      low = carries ? 0 : low
    }
  }
  const groups: number[] = []
  while (high > 0 || low > 0) {
    const middle = (high % GROUP) * TWO_TO_32 + low
    high = Math.floor(high / GROUP)
    low = Math.floor(middle / GROUP)
    // The remainder of the upper half is smaller than the group, so the quotient has at most 32 bits.
    groups.push(middle % GROUP)
  }
  let out = writeHead(batch, start, groups.length, groups.length - 1, isNegative, 0)
  for (let index = groups.length - 1; index >= 0; index--) out = writeInt16(batch, out, groups[index] as number)
  return out
}

/** Converts a DECIMAL, which is sent as text, to `numeric`: groups of four digits, aligned at the point. */
export function writeDecimal(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS
  const first = isNegative ? from + 1 : from
  if (first === to) throw new MalformedAnswer()
  let point = first
  while (point < to && bytes[point] !== POINT) point++
  const scale = point < to ? to - point - 1 : 0
  const whole = Math.ceil((point - first) / DIGITS_IN_GROUP)
  const count = whole + Math.ceil(scale / DIGITS_IN_GROUP)
  let out = writeHead(batch, start, count, whole - 1, isNegative, scale)
  let group = 0
  for (let at = first; at < point; at++) {
    group = group * 10 + digitAt(bytes, at)
    if ((point - at - 1) % DIGITS_IN_GROUP === 0) {
      out = writeInt16(batch, out, group)
      group = 0
    }
  }
  let digits = 0
  for (let at = point + 1; at < to; at++) {
    group = group * 10 + digitAt(bytes, at)
    if (++digits === DIGITS_IN_GROUP) {
      out = writeInt16(batch, out, group)
      group = 0
      digits = 0
    }
  }
  if (digits > 0) out = writeInt16(batch, out, group * 10 ** (DIGITS_IN_GROUP - digits))
  return out
}

function digitAt(bytes: Buffer, at: number): number {
  const digit = (bytes[at] as number) - ZERO
  if (!(digit >= 0 && digit <= 9)) throw new MalformedAnswer()
  return digit
}

/** The number of groups, the weight of the first, the sign, and the displayed digits after the point. */
function writeHead(
  batch: Buffer,
  start: number,
  count: number,
  weight: number,
  isNegative: boolean,
  scale: number,
): number {
  let out = writeInt16(batch, start, count)
  out = writeInt16(batch, out, weight)
  batch[out++] = isNegative ? NEGATIVE : 0
  batch[out++] = 0
  return writeInt16(batch, out, scale)
}
