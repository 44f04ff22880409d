import { type ColumnType, INTEGER_BYTES } from '../driver/column-type.ts'
import { type BinaryField, otherType } from './binary-field.ts'
import { daysAt, isDay, isZeroDate, spelledMoment, writeInterval, writeTimestamp } from './binary-moments.ts'
import { writeDecimal, writeIntegerNumeric } from './binary-numerics.ts'
import { fitsInteger, writeBits, writeInt32, writeInteger, writeUuid } from './binary-values.ts'
import { geometryText } from './geometry-text.ts'
import { notADate, notAGeometry, notATruthValue, notInUnicode } from './not-representable.ts'
import { CAME_THROUGH } from './proven-text.ts'
import type { ZeroDates } from './zero-dates.ts'

/** Returned instead of the next position: the value is read as NULL. */
export const AS_NULL = -1

/** Writes the value at `from` to `to` without the length before it. @returns the position of the next byte, or `AS_NULL`. @throws ConnectorError */
export type ValueWriter = (batch: Buffer, start: number, bytes: Buffer, from: number, to: number) => number

/** The version byte of the `jsonb` format. */
const JSONB_VERSION = 1

/** Shorter ones are copied faster byte by byte than with a call. */
const CALL_PAYS_FROM = 48

function integerWriter(column: string, size: number, { type, isUnsigned }: ColumnType): ValueWriter {
  if ((INTEGER_BYTES[type] ?? 0) <= size)
    return (batch, start, bytes, from, to) => writeInteger(batch, start, bytes, from, to, isUnsigned, size)
  return (batch, start, bytes, from, to) => {
    if (!fitsInteger(bytes, from + size, to, isUnsigned)) throw otherType(column)
    return writeInteger(batch, start, bytes, from, from + size, isUnsigned, size)
  }
}

/** @param rowNumber of the current row, for errors */
export function valueWriter(
  { column, conversion, size }: BinaryField,
  { type, isUnsigned }: ColumnType,
  zeroDates: ZeroDates,
  rowNumber: () => number,
): ValueWriter {
  const withoutDay = (bytes: Buffer, from: number, to: number, length?: number) => {
    if (!zeroDates.isNull(column) || !isZeroDate(bytes, from, to))
      throw notADate(rowNumber(), column, spelledMoment(bytes, from, to).slice(0, length))
    zeroDates.count(column)
    return AS_NULL
  }
  switch (conversion) {
    case 'copy':
      return copy
    case 'proven':
      return (batch, start, bytes, from, to) => {
        if (bytes[from] !== CAME_THROUGH)
          throw notInUnicode(rowNumber(), column, bytes.toString('latin1', from + 1, to))
        return copy(batch, start, bytes, from + 1, to)
      }
    case 'geometry':
      return (batch, start, bytes, from, to) => {
        const text = geometryText(bytes, from, to)
        if (text === undefined) throw notAGeometry(rowNumber(), column)
        return start + batch.write(text, start, 'latin1')
      }
    case 'jsonb':
      return (batch, start, bytes, from, to) => {
        batch[start] = JSONB_VERSION
        return copy(batch, start + 1, bytes, from, to)
      }
    case 'integer':
      return integerWriter(column, size, { type, isUnsigned })
    case 'float':
      return reverse
    case 'boolean':
      return (batch, start, bytes, from, to) => {
        if ((bytes[from] as number) > 1 || !isZero(bytes, from + 1, to)) throw notATruthValue(rowNumber(), column)
        batch[start] = bytes[from] as number
        return start + 1
      }
    case 'integer as numeric':
      return (batch, start, bytes, from, to) => writeIntegerNumeric(batch, start, bytes, from, to, isUnsigned)
    case 'decimal':
      return writeDecimal
    case 'uuid':
      return writeUuid
    case 'bits':
      return (batch, start, bytes, from, to) => writeBits(batch, start, bytes, from, to, size)
    case 'date':
      return (batch, start, bytes, from, to) => {
        if (isDay(bytes, from, to)) return writeInt32(batch, start, daysAt(bytes, from))
        return withoutDay(bytes, from, to, 10)
      }
    case 'timestamp':
      return (batch, start, bytes, from, to) => {
        if (isDay(bytes, from, to)) return writeTimestamp(batch, start, bytes, from, to)
        return withoutDay(bytes, from, to)
      }
    case 'interval':
      return writeInterval
  }
}

function copy(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  if (to - from >= CALL_PAYS_FROM) return start + bytes.copy(batch, start, from, to)
  let out = start
  for (let at = from; at < to; at++) batch[out++] = bytes[at] as number
  return out
}

function reverse(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  let out = start
  for (let at = to - 1; at >= from; at--) batch[out++] = bytes[at] as number
  return out
}

function isZero(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return false
  return true
}
