import { bool, struct } from './compact-thrift.ts'
import { type FieldWriter, type ParquetType, wholeField } from './parquet-type.ts'

const ZERO = 0x30
const HYPHEN = 0x2d
const SPACE = 0x20
const COLON = 0x3a
const POINT = 0x2e
const PLUS = 0x2b

const DATE_LENGTH = '2024-03-31'.length
const TIME_LENGTH = '23:59:59'.length
const ZONE_LENGTH = '+00'.length
const FRACTION_DIGITS = 6

const MICROS_PER_SECOND = 1_000_000
const MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND
/** Days around 1970 for which JavaScript's numbers count microseconds exactly. */
const EXACT_DAYS = 100_000

const NONE = -1

/** @returns the number with this many digits; `NONE` if there are no digits */
function digits(bytes: Buffer, start: number, count: number): number {
  let number = 0
  for (let at = start; at < start + count; at++) {
    const digit = (bytes[at] as number) - ZERO
    if (digit < 0 || digit > 9) return NONE
    number = number * 10 + digit
  }
  return number
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** @returns the days since 1970-01-01 of a date of the years 1 to 9999; NaN for an invalid date */
function daysAt(bytes: Buffer, at: number): number {
  const [year, month, day] = [digits(bytes, at, 4), digits(bytes, at + 5, 2), digits(bytes, at + 8, 2)]
  if (bytes[at + 4] !== HYPHEN || bytes[at + 7] !== HYPHEN) return Number.NaN
  if (year < 1 || month < 1 || month > 12 || day < 1) return Number.NaN
  const last = month === 2 && isLeap(year) ? 29 : (DAYS_OF_MONTH[month - 1] as number)
  return day > last ? Number.NaN : daysOf(year, month) + day - 1
}

/** @returns the days from 1970-01-01 to the first day of a month. Source: howardhinnant.github.io/date_algorithms.html, `days_from_civil` */
function daysOf(year: number, month: number): number {
  // Years begin in March, so that a leap day is the last day.
  const from = month > 2 ? year : year - 1
  const months = month > 2 ? month - 3 : month + 9
  const leaps = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  return from * 365 + leaps + Math.floor((153 * months + 2) / 5) - 719_468
}

/** @returns the microseconds since midnight of a time that ends at `end`; NaN for an invalid time, or one with more than six digits */
function microsAt(bytes: Buffer, at: number, end: number): number {
  const whole = at + TIME_LENGTH
  if (end < whole || bytes[at + 2] !== COLON || bytes[at + 5] !== COLON) return Number.NaN
  const [hour, minute, second] = [digits(bytes, at, 2), digits(bytes, at + 3, 2), digits(bytes, at + 6, 2)]
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN
  const seconds = hour * 3600 + minute * 60 + second
  if (end === whole) return seconds * MICROS_PER_SECOND
  const count = end - whole - 1
  if (bytes[whole] !== POINT || count < 1 || count > FRACTION_DIGITS) return Number.NaN
  const fraction = digits(bytes, whole + 1, count)
  return fraction === NONE ? Number.NaN : seconds * MICROS_PER_SECOND + fraction * 10 ** (FRACTION_DIGITS - count)
}

const writeDate = wholeField((page, bytes, start, end) => {
  const days = end - start === DATE_LENGTH ? daysAt(bytes, start) : Number.NaN
  if (Number.isNaN(days)) return false
  const at = page.room(4)
  page.view.setInt32(at, days, true)
  page.length = at + 4
  return true
})

const writeTime = wholeField((page, bytes, start, end) => {
  const micros = microsAt(bytes, start, end)
  if (Number.isNaN(micros)) return false
  page.putInt64(micros)
  return true
})

const timestampWriter = (zoned: boolean): FieldWriter =>
  wholeField((page, bytes, start, end) => {
    const zone = end - ZONE_LENGTH
    const hasZone = zoned && bytes[zone] === PLUS
    if (hasZone && digits(bytes, zone + 1, 2) !== 0) return false
    if (end - start < DATE_LENGTH + 1 || bytes[start + DATE_LENGTH] !== SPACE) return false
    const days = daysAt(bytes, start)
    const micros = microsAt(bytes, start + DATE_LENGTH + 1, hasZone ? zone : end)
    if (Number.isNaN(days) || Number.isNaN(micros)) return false
    if (Math.abs(days) < EXACT_DAYS) page.putInt64(days * MICROS_PER_DAY + micros)
    else page.putBigInt64(BigInt(days) * BigInt(MICROS_PER_DAY) + BigInt(micros))
    return true
  })

/** `TimeType` and `TimestampType`, in microseconds. */
const inMicros = (zoned: boolean) => struct({ 1: bool(zoned), 2: struct({ 2: struct({}) }) })

export const DATE: ParquetType = { physical: 'int32', meaning: { converted: 6 }, write: writeDate }

export const TIME: ParquetType = {
  physical: 'int64',
  meaning: { converted: 8, logical: struct({ 7: inMicros(false) }) },
  write: writeTime,
}

/** @param zoned whether it is a moment, given in UTC */
export const timestampType = (zoned: boolean): ParquetType => ({
  physical: 'int64',
  meaning: { converted: 10, logical: struct({ 8: inMicros(zoned) }) },
  write: timestampWriter(zoned),
})
