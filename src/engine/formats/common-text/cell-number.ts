import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type CellNotation, P } from '../../ports/key-digest.ts'
import type { ValueType } from '../../ports/value-type.ts'

/** The hashes that this process has, cheapest first: of a text or of bytes, a number of 32 bits. See `CellSums.hashes`. */
export const CELL_HASHES: Readonly<Record<string, (value: string | Buffer) => number>> = {
  crc32: (value) => crc32(value),
  sha256: (value) => Number.parseInt(hash('sha256', value).slice(0, 8), 16),
}

/** The notation that all systems have for values of this kind. @returns nothing if a system sums them only by its own text */
export function notationOf(value: ValueType): CellNotation | undefined {
  switch (value.kind) {
    case 'boolean':
      return 'whole'
    case 'integer':
      return value.unsigned && value.bits === 64 ? 'decimal' : 'whole'
    case 'date':
      return 'day'
    case 'timestamp':
      return 'moment'
    case 'float':
      return value.bits === 64 ? 'double' : undefined
    case 'decimal':
    case 'text':
    case 'bytes':
    case 'uuid':
      return value.kind
    default:
      return undefined
  }
}

/** The notation in which a value in common text is summed: other systems hold values that they do not have as this text. */
export const commonNotationOf = (value: ValueType): CellNotation | undefined =>
  notationOf(value) ?? (value.kind === 'float' ? undefined : 'text')

type HashOf = (value: string | Buffer) => number

/** The number of a value in common text, as `CellNotation` says. @returns nothing for values that no other system has, such as infinity */
export function cellNumber(text: string, notation: CellNotation, hashOf: HashOf): number | undefined {
  switch (notation) {
    case 'whole':
      return wholeNumber(text, hashOf)
    case 'day':
      return dayOf(text)
    case 'moment':
      return momentOf(text)
    case 'double':
      return doubleNumber(Number(text), hashOf)
    case 'decimal':
      return hashOf(text.includes('.') ? text.replace(/\.?0+$/, '') : text)
    case 'bytes':
      return hashOf(Buffer.from(text.slice(2), 'hex'))
    case 'filled text':
      return text === '' ? undefined : hashOf(text)
    case 'uuid':
      return hashOf(text.toLowerCase())
    default:
      return hashOf(text)
  }
}

/** Digits that a number keeps. */
const EXACT_DIGITS = 15

/** A text that is no whole number gets its hash, which no whole number of the other side equals. */
function wholeNumber(text: string, hashOf: HashOf): number {
  if (text === 't' || text === 'f') return text === 't' ? 1 : 0
  if (!/^-?\d+$/.test(text)) return hashOf(text)
  return text.length <= EXACT_DIGITS ? Number(text) % P : Number(BigInt(text) % BigInt(P))
}

/** See `doubleCases`. */
function doubleNumber(value: number, hashOf: HashOf): number {
  const size = Math.abs(value)
  const text = String(value)
  if (size === 0) return 0
  if (size >= 1e-4 && size < 1e15) return hashOf(text)
  const [digits = ''] = text.split('e')
  if (size < 2 ** 53) return hashOf(digits.replace(/[.-]/g, '').replace(/^0+|0+$/g, ''))
  return size < 9.2e18 ? Number(BigInt(value) % BigInt(P)) : 1
}

/** The days from the year 0 to 1970. */
const DAYS_TO_1970 = 719_528

const DATE = /^(\d{4,})-(\d\d)-(\d\d)/
const CLOCK = / (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:\+00)?(?: BC)?$/

/** The days since the year 0. */
function dayOf(text: string): number | undefined {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined) return undefined
  return daysUntil(text.endsWith(' BC') ? 1 - Number(year) : Number(year), Number(month), Number(day))
}

/** Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil; its days begin in March, and 1970. */
function daysUntil(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468 + DAYS_TO_1970
}

/** The remainder by P of the microseconds since 1970, which are more than a number can tell. */
function momentOf(text: string): number | undefined {
  const days = dayOf(text)
  const [, hours, minutes, second, fraction = ''] = CLOCK.exec(text) ?? []
  if (days === undefined || hours === undefined) return undefined
  const seconds = (((days - DAYS_TO_1970) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(second)
  const rest = ((seconds % P) * 1_000_000 + Number(fraction.padEnd(6, '0'))) % P
  return seconds < 0 && rest > 0 ? rest - P : rest
}
