import { sentence } from '../../../../../core/catalog/sentence.ts'
import type { TextRows } from '../../../../formats/changes/text-rows.ts'
import { ConnectorError } from '../../../../ports/connector.ts'
import type { WriteField } from './write-field.ts'

/** What becomes of a date that only MySQL has: NULL, or the table cannot be followed. */
export type InvalidDate = (rows: TextRows, text: string) => void

export const asNull: InvalidDate = (rows) => rows.appendNull()

/** Another MySQL takes it as it is. */
export const asStored: InvalidDate = (rows, text) => rows.appendAscii(text)

export const refused =
  (column: string): InvalidDate =>
  (_, text) => {
    throw new ConnectorError({
      code: 'VALUE_NOT_REPRESENTABLE',
      message: sentence`Column "${column}": ${text} is not a valid calendar date, and only MySQL can store it.`,
      hint: sentence`Correct the value at the source, or leave the column out. Where empty values are accepted, such dates can be read as NULL.`,
    })
  }

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))

const dateText = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

const isDay = (year: number, month: number, day: number): boolean => {
  if (year === 0 || month === 0 || day === 0 || month > 12) return false
  if (day <= 28) return true
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31)
}

const isZero = (year: number, month: number, day: number): boolean => year === 0 || month === 0 || day === 0

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** @param rest behind the day: a time and a zone */
function writeDay(rows: TextRows, { year, month, day }: Day, rest: string, column: string, zero: InvalidDate): void {
  const text = dateText(year, month, day) + rest
  if (isDay(year, month, day)) rows.appendAscii(text)
  else if (zero === asStored || isZero(year, month, day)) zero(rows, text)
  else refused(column)(rows, text)
}

/** Five bits of the day, four of the month, the rest of the year. */
export const dateField =
  (column: string, zero: InvalidDate): WriteField =>
  (rows, bytes, from) => {
    const packed = bytes.readUIntLE(from, 3)
    writeDay(rows, { year: packed >> 9, month: (packed >> 5) & 15, day: packed & 31 }, '', column, zero)
  }

/** Of a fraction with so many digits, the first, without zeros at the end; with the point. */
function fractionText(bytes: Buffer, at: number, digits: number): string {
  const size = (digits + 1) >> 1
  if (size === 0) return ''
  return fraction(bytes.readUIntBE(at, size), size * 2)
}

function fraction(value: number, digits: number): string {
  if (value === 0) return ''
  return `.${String(value).padStart(digits, '0').replace(/0+$/, '')}`
}

const timeText = (packed: number): string =>
  `${two(Math.floor(packed / 4096) & 31)}:${two((packed >> 6) & 63)}:${two(packed & 63)}`

/** Big-endian: a sign, 17 bits of years and months, 5 of the day, 5, 6 and 6 of the time, and the fraction. Source: MySQL, `my_datetime_packed_from_binary` */
export const datetime2Field =
  (column: string, digits: number, zero: InvalidDate): WriteField =>
  (rows, bytes, from) => {
    const high = bytes.readUIntBE(from, 3) & 0x7fffff
    const low = bytes.readUIntBE(from + 2, 3) & 0x1ffff
    const months = high >> 6
    const day = { year: Math.floor(months / 13), month: months % 13, day: (high >> 1) & 31 }
    writeDay(rows, day, ` ${timeText(low)}${fractionText(bytes, from + 5, digits)}`, column, zero)
  }

/** Digits of a decimal number: `20240131235959`. */
export const oldDatetimeField =
  (column: string, zero: InvalidDate): WriteField =>
  (rows, bytes, from) => {
    const packed = bytes.readBigUInt64LE(from)
    const date = Number(packed / 1_000_000n)
    const time = Number(packed % 1_000_000n)
    const day = { year: Math.floor(date / 10_000), month: Math.floor(date / 100) % 100, day: date % 100 }
    const rest = ` ${two(Math.floor(time / 10_000))}:${two(Math.floor(time / 100) % 100)}:${two(time % 100)}`
    writeDay(rows, day, rest, column, zero)
  }

/** Seconds since 1970; all zero is no moment. @param digits of the fraction; old ones have none, and the lowest byte first */
export const timestampField =
  (digits: number, isOld: boolean, zero: InvalidDate): WriteField =>
  (rows, bytes, from) => {
    const seconds = isOld ? bytes.readUInt32LE(from) : bytes.readUInt32BE(from)
    const rest = isOld ? '' : fractionText(bytes, from + 4, digits)
    if (seconds === 0 && rest === '') return zero(rows, '0000-00-00 00:00:00')
    const text = new Date(seconds * 1000).toISOString()
    rows.appendAscii(`${text.slice(0, 10)} ${text.slice(11, 19)}${rest}+00`)
  }

/** Up to 838 hours before or after zero. Big-endian, with the fraction counted as a part of the number. Source: MySQL, `my_time_packed_from_binary` */
export function time2Field(digits: number): WriteField {
  const size = (digits + 1) >> 1
  const unit = 256 ** size
  const zero = 0x800000 * unit
  return (rows, bytes, from) => {
    const packed = bytes.readUIntBE(from, 3) * unit + (size > 0 ? bytes.readUIntBE(from + 3, size) : 0) - zero
    const positive = Math.abs(packed)
    const whole = Math.floor(positive / unit)
    rows.appendAscii(
      `${packed < 0 ? '-' : ''}${two((whole >> 12) & 1023)}:${two((whole >> 6) & 63)}:${two(whole & 63)}${fraction(positive % unit, size * 2)}`,
    )
  }
}

/** Digits of a decimal number with a sign: `-8385959`. */
export const oldTimeField: WriteField = (rows, bytes, from) => {
  const packed = bytes.readIntLE(from, 3)
  const whole = Math.abs(packed)
  rows.appendAscii(
    `${packed < 0 ? '-' : ''}${two(Math.floor(whole / 10_000))}:${two(Math.floor(whole / 100) % 100)}:${two(whole % 100)}`,
  )
}
