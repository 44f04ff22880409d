import { MalformedAnswer } from '../driver/malformed-answer.ts'
import { writeInt32 } from './binary-values.ts'

// Dates and times, which both systems send as numbers: MySQL sends year, month and so on as separate bytes, without trailing zero
// parts; Postgres sends days or microseconds since 2000-01-01.

/** 2000-01-01 in days since 1970-01-01. */
const EPOCH_DAYS = 10_957
const SECONDS_IN_DAY = 86_400
const TWO_TO_32 = 2 ** 32

/** Whether the date is valid: MySQL also allows zeros, and accepts the 31st of February with a certain setting. */
export function isDay(bytes: Buffer, from: number, to: number): boolean {
  if (isZeroDate(bytes, from, to)) return false
  const year = bytes.readUInt16LE(from)
  const month = bytes[from + 2] as number
  const day = bytes[from + 3] as number
  if (month > 12) return false
  if (day <= 28) return true
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31)
}

/** Whether year, month or day is zero. */
export const isZeroDate = (bytes: Buffer, from: number, to: number): boolean =>
  to - from < 4 || bytes.readUInt16LE(from) === 0 || bytes[from + 2] === 0 || bytes[from + 3] === 0

/** In the notation of the server, to the second. */
export function spelledMoment(bytes: Buffer, from: number, to: number): string {
  const byte = (index: number) => String(to - from > index ? bytes[from + index] : 0).padStart(2, '0')
  const year = String(to - from > 1 ? bytes.readUInt16LE(from) : 0).padStart(4, '0')
  return `${year}-${byte(2)}-${byte(3)} ${byte(4)}:${byte(5)}:${byte(6)}`
}

/** Days since 2000-01-01. */
export const daysAt = (bytes: Buffer, from: number): number =>
  daysOf(bytes.readUInt16LE(from), bytes[from + 2] as number, bytes[from + 3] as number)

export function writeTimestamp(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  requireLength(to - from, TIMESTAMP_BYTES)
  const seconds = to - from > 4 ? secondsAt(bytes, from + 4) : 0
  const microseconds = to - from > 7 ? microsecondsAt(bytes, from + 7) : 0
  return writeMicroseconds(batch, start, daysAt(bytes, from) * SECONDS_IN_DAY + seconds, microseconds)
}

/** A TIME of up to 838 hours, positive or negative, as an `interval` without days and months. */
export function writeInterval(batch: Buffer, start: number, bytes: Buffer, from: number, to: number): number {
  requireLength(to - from, INTERVAL_BYTES)
  const seconds = to > from ? bytes.readUInt32LE(from + 1) * SECONDS_IN_DAY + secondsAt(bytes, from + 5) : 0
  const microseconds = to - from > 8 ? microsecondsAt(bytes, from + 8) : 0
  const isNegative = to > from && bytes[from] === 1
  const out = writeMicroseconds(
    batch,
    start,
    isNegative ? -seconds : seconds,
    isNegative ? -microseconds : microseconds,
  )
  return writeInt32(batch, writeInt32(batch, out, 0), 0)
}

function secondsAt(bytes: Buffer, at: number): number {
  const hour = bytes[at] as number
  const minute = bytes[at + 1] as number
  const second = bytes[at + 2] as number
  if (hour > 23 || minute > 59 || second > 59) throw new MalformedAnswer()
  return (hour * 60 + minute) * 60 + second
}

function microsecondsAt(bytes: Buffer, at: number): number {
  const microseconds = bytes.readUInt32LE(at)
  if (microseconds > 999_999) throw new MalformedAnswer()
  return microseconds
}

/** Parts of zero at the end are not sent. Source: MySQL, "Binary Protocol Value". */
const TIMESTAMP_BYTES = [4, 7, 11] as const
const INTERVAL_BYTES = [0, 8, 12] as const

function requireLength(length: number, lengths: readonly number[]): void {
  if (!lengths.includes(length)) throw new MalformedAnswer()
}

/** Both systems use this calendar, before 1582 too. */
function daysOf(year: number, month: number, day: number): number {
  // Years begin in March, so that the leap day comes last. Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468 - EPOCH_DAYS
}

/** Exact for every moment with a year of four digits, although not every such number is exact in JavaScript. */
function writeMicroseconds(batch: Buffer, start: number, seconds: number, microseconds: number): number {
  // A million is 15,625 times 64: the first product is exact as a double, and the second is only a shift.
  const units = seconds * 15_625
  const high = Math.floor(units / 2 ** 26)
  const low = (units - high * 2 ** 26) * 64 + microseconds
  const out = writeInt32(batch, start, high + Math.floor(low / TWO_TO_32))
  return writeInt32(batch, out, low)
}
