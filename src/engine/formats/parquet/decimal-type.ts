import { defined } from '../../../core/catalog/defined.ts'
import { int32, struct } from './compact-thrift.ts'
import { type FieldWriter, type ParquetType, wholeField } from './parquet-type.ts'
import type { ValuePage } from './value-page.ts'

const ZERO = 0x30
const MINUS = 0x2d
const POINT = 0x2e

/** Numbers with more digits may be inexact in JavaScript. */
const EXACT_DIGITS = 15

/** This many digits fit into 64 bits; more, up to 38, into 128. */
const INT64_DIGITS = 18

/** Decimals with this many digits, `scale` of them after the point. @param precision at most 38 */
export function decimalType(precision: number, scale: number): ParquetType {
  const isShort = precision <= INT64_DIGITS
  return defined({
    physical: isShort ? 'int64' : 'fixed',
    length: isShort ? undefined : 16,
    meaning: {
      converted: 5,
      logical: struct({ 5: struct({ 1: int32(scale), 2: int32(precision) }) }),
      scale,
      precision,
    },
    write: isShort
      ? decimalWriter(precision, scale, putShort, (page, value) => page.putBigInt64(value))
      : decimalWriter(precision, scale, putLong, putLongBigInt),
  })
}

/** Digits after the point beyond the scale must be zeros, so that nothing is rounded. */
function decimalWriter(
  precision: number,
  scale: number,
  put: (page: ValuePage, unscaled: number) => void,
  putBigInt: (page: ValuePage, unscaled: bigint) => void,
): FieldWriter {
  const maxWhole = Math.max(precision - scale, 1)
  const limit = 10 ** precision
  const exactLimit = 10n ** BigInt(precision)
  return wholeField((page, bytes, start, end) => {
    const first = bytes[start] === MINUS ? start + 1 : start
    let number = 0
    let point = end
    let kept = end
    for (let at = first; at < end; at++) {
      const byte = bytes[at] as number
      if (byte === POINT && point === end && at > first && at < end - 1) {
        point = at
        kept = Math.min(end, at + 1 + scale)
        continue
      }
      const digit = byte - ZERO
      if (digit < 0 || digit > 9 || (at >= kept && digit !== 0)) return false
      if (at < kept) number = number * 10 + digit
    }
    if (first === end || point - first > maxWhole) return false
    const missing = point === end ? scale : scale - (kept - point - 1)
    if (point - first + scale <= EXACT_DIGITS) {
      const unscaled = number * 10 ** missing
      if (unscaled >= limit) return false
      put(page, first === start ? unscaled : -unscaled)
      return true
    }
    const digits = bytes.toString('latin1', first, point) + bytes.toString('latin1', Math.min(point + 1, kept), kept)
    const unscaled = BigInt(digits) * 10n ** BigInt(missing)
    if (unscaled >= exactLimit) return false
    putBigInt(page, first === start ? unscaled : -unscaled)
    return true
  })
}

const putShort = (page: ValuePage, unscaled: number) => page.putInt64(unscaled)

/** In 128 bits, the highest byte first. */
function putLong(page: ValuePage, unscaled: number): void {
  const at = page.room(16)
  const sign = unscaled < 0 ? -1 : 0
  page.view.setInt32(at, sign)
  page.view.setInt32(at + 4, sign)
  page.view.setInt32(at + 8, Math.floor(unscaled / 2 ** 32))
  page.view.setInt32(at + 12, unscaled | 0)
  page.length = at + 16
}

function putLongBigInt(page: ValuePage, unscaled: bigint): void {
  const at = page.room(16)
  page.view.setBigInt64(at, unscaled >> 64n)
  page.view.setBigUint64(at + 8, BigInt.asUintN(64, unscaled))
  page.length = at + 16
}
