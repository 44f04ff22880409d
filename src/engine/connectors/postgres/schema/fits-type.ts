import type { ValueType } from '../../../formats/common-text/value-type.ts'
import { valueTypeOf } from './value-type-of.ts'

/**
 * Whether a column of this type takes every value of a kind exactly or refuses it with an error. Where the server would round,
 * cut or pad without a word (numeric and timestamp scales, `varchar` and its trailing spaces, `char`), it does not hold.
 */
export function fitsType(type: string, value: ValueType): boolean {
  if (type === 'text') return true
  const own = valueTypeOf(type)
  switch (own.kind) {
    case 'boolean':
      return value.kind === 'boolean' || value.kind === 'integer'
    case 'integer':
      return value.kind === 'integer' || (value.kind === 'decimal' && value.scale === 0)
    case 'decimal':
      return holdsDigits(own.scale, value, type)
    case 'float':
      return holdsNumber(own.bits, value)
    case 'text':
      return value.kind === 'text' && type.startsWith('character varying') && holdsLength(own.length, value.length)
    case 'bits':
      return value.kind === 'bits' && type.startsWith('bit varying') && holdsLength(own.length, value.length)
    case 'time':
      return (
        value.kind === 'time' && own.precision >= value.precision && (own.zoned ?? false) === (value.zoned ?? false)
      )
    case 'timestamp':
      return value.kind === 'timestamp' && own.precision >= value.precision && own.zoned === value.zoned
    case 'json':
      return value.kind === 'json' && !type.endsWith('[]')
    case 'other':
      return false
    default:
      return own.kind === value.kind
  }
}

/** `money` rounds and depends on the locale, so nothing but itself goes in. */
function holdsDigits(scale: number | undefined, value: ValueType, type: string): boolean {
  if (type === 'money') return false
  if (value.kind === 'integer') return true
  if (value.kind === 'float') return type === 'numeric'
  if (value.kind !== 'decimal') return false
  return type === 'numeric' || (value.scale !== undefined && (scale ?? 0) >= value.scale)
}

const holdsNumber = (bits: number, value: ValueType): boolean =>
  (value.kind === 'float' && bits >= value.bits) || (value.kind === 'integer' && value.bits <= (bits === 64 ? 32 : 16))

const holdsLength = (own: number | undefined, coming: number | undefined): boolean =>
  own === undefined || (coming !== undefined && coming <= own)
