import { decimalBytes } from './field-layout.ts'
import type { WriteField } from './write-field.ts'

const MAX_DOUBLE_BYTES = 6

/** An integer of 1 to 8 bytes, the lowest first. */
export const integerField = (isUnsigned: boolean): WriteField =>
  isUnsigned
    ? (rows, bytes, from, to) =>
        rows.appendAscii(
          String(to - from <= MAX_DOUBLE_BYTES ? bytes.readUIntLE(from, to - from) : bytes.readBigUInt64LE(from)),
        )
    : (rows, bytes, from, to) =>
        rows.appendAscii(
          String(to - from <= MAX_DOUBLE_BYTES ? bytes.readIntLE(from, to - from) : bytes.readBigInt64LE(from)),
        )

/** Years since 1900; 0 is the year 0. */
export const yearField: WriteField = (rows, bytes, from) => {
  const year = bytes[from] as number
  rows.appendAscii(year === 0 ? '0' : String(1900 + year))
}

/** As shortest text that reads back as the same number; exponents have a sign, as in common text. */
const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

export const doubleField: WriteField = (rows, bytes, from) => rows.appendAscii(numberText(bytes.readDoubleLE(from)))

export const floatField: WriteField = (rows, bytes, from) => {
  const value = bytes.readFloatLE(from)
  if (value === 0) return rows.appendAscii(numberText(value))
  for (let digits = 1; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits))
    if (Math.fround(shorter) === value) return rows.appendAscii(numberText(shorter))
  }
  rows.appendAscii(String(Number(value.toPrecision(9))))
}

/** The last bits of the bytes, the highest first. */
export const bitsField =
  (length: number): WriteField =>
  (rows, bytes, _, to) => {
    let text = ''
    for (let bit = length - 1; bit >= 0; bit--) text += ((bytes[to - 1 - (bit >> 3)] as number) >> (bit & 7)) & 1
    rows.appendAscii(text)
  }

/**
 * Groups of nine digits, the highest first; a group at either end has fewer digits and bytes. The first bit is set unless the number is negative,
 * and then all bits are turned. Source: MySQL, `decimal2bin`
 */
export function decimalField(precision: number, scale: number): WriteField {
  const whole = precision - scale
  const groups = [
    ...groupsOf(whole % 9, Math.floor(whole / 9), true),
    ...groupsOf(scale % 9, Math.floor(scale / 9), false),
  ]
  const wholeGroups = Math.floor(whole / 9) + (whole % 9 > 0 ? 1 : 0)
  return (rows, bytes, from) => {
    const isNegative = ((bytes[from] as number) & 0x80) === 0
    const mask = isNegative ? 0xff : 0
    let at = from
    let text = ''
    for (const [index, { digits, size }] of groups.entries()) {
      let value = 0
      for (let place = 0; place < size; place++, at++) {
        const byte = (bytes[at] as number) ^ mask
        value = value * 256 + (at === from ? byte ^ 0x80 : byte)
      }
      if (index === wholeGroups) text = `${withoutZeros(text)}.`
      text += String(value).padStart(digits, '0')
    }
    rows.appendAscii((isNegative ? '-' : '') + (groups.length > wholeGroups ? text : withoutZeros(text)))
  }
}

interface Group {
  readonly digits: number
  readonly size: number
}

/** @param isRestFirst the group with fewer digits stands before the others */
function groupsOf(rest: number, count: number, isRestFirst: boolean): readonly Group[] {
  const full = Array.from({ length: count }, () => ({ digits: 9, size: 4 }))
  const partial = rest > 0 ? [{ digits: rest, size: decimalBytes(rest) }] : []
  return isRestFirst ? [...partial, ...full] : [...full, ...partial]
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '') || '0'
