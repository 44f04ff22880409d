import type { ValueType } from '../../../ports/value-type.ts'
import { isCitext, valueTypeOf } from './value-type-of.ts'

type Measured = Extract<ValueType, { kind: 'text' | 'bits' }>
type Moment = Extract<ValueType, { kind: 'time' | 'timestamp' }>

const ROUNDED_INTERVAL = /^interval\([0-5]\)/

const TRUTHS: readonly ValueType['kind'][] = ['boolean', 'integer']

/**
 * Whether a column of this type stores every value of a kind exactly or refuses it with an error. If the server would silently round,
 * cut or pad (numeric and timestamp scales, `varchar` and its trailing spaces, `char`), the answer is no.
 */
export function fitsType(type: string, value: ValueType): boolean {
  if (type === 'text' || isCitext(type)) return true
  // A list of Postgres does not accept JSON, and its elements would arrive as JSON.
  if (type.endsWith('[]')) return false
  const own = valueTypeOf(type)
  switch (own.kind) {
    case 'boolean':
      return TRUTHS.includes(value.kind)
    case 'integer':
      return type === 'oid' ? isOid(value) : isWhole(value)
    case 'decimal':
      return holdsDigits(own.scale, value, type)
    case 'float':
      return holdsNumber(own.bits, value)
    case 'text':
    case 'bits':
      return holdsLength(type, own, value)
    case 'time':
    case 'timestamp':
      return holdsMoment(own, value)
    case 'other':
      return false
    default:
      return own.kind === value.kind && !ROUNDED_INTERVAL.test(type)
  }
}

/** Whether a column of this type stores every value of a kind that `columnLimit` lets pass exactly: the server would round or refuse the others. */
export function fitsCheckedType(type: string, value: ValueType): boolean {
  const own = valueTypeOf(type)
  if (own.kind === 'decimal') return type !== 'money' && (value.kind === 'decimal' || value.kind === 'integer')
  return own.kind === 'text' && / varying\b/.test(type) && value.kind === 'text'
}

/** `money` rounds and depends on the locale, so it accepts only `money`. */
function holdsDigits(scale: number | undefined, value: ValueType, type: string): boolean {
  if (type === 'money') return false
  if (value.kind === 'integer') return true
  if (value.kind === 'float') return type === 'numeric'
  if (value.kind !== 'decimal') return false
  return type === 'numeric' || (value.scale !== undefined && (scale ?? 0) >= value.scale)
}

const holdsNumber = (bits: number, value: ValueType): boolean =>
  (value.kind === 'float' && bits >= value.bits) || (value.kind === 'integer' && value.bits <= (bits === 64 ? 32 : 16))

/** The server takes negative numbers, and some beyond its range, for others. */
const isOid = (value: ValueType): boolean => value.kind === 'integer' && value.unsigned === true && value.bits <= 32

const isWhole = (value: ValueType): boolean =>
  value.kind === 'integer' || (value.kind === 'decimal' && value.scale === 0)

/** Only types without padding by spaces or zeros. */
const holdsLength = (type: string, own: Measured, value: ValueType): boolean =>
  value.kind === own.kind &&
  / varying\b/.test(type) &&
  (own.length === undefined || (value.length !== undefined && value.length <= own.length))

const holdsMoment = (own: Moment, value: ValueType): boolean =>
  value.kind === own.kind && own.precision >= value.precision && (own.zoned ?? false) === (value.zoned ?? false)
