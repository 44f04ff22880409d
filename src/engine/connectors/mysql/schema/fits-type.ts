import type { ValueType } from '../../../ports/value-type.ts'
import { valueTypeOf } from './value-type-of.ts'

/** Text types without a list of values; the server refuses too long texts, and keeps spaces at the end. */
const TEXT = /^(varchar|tinytext|text|mediumtext|longtext)\b/
const BLOB = /^(varbinary|tinyblob|blob|mediumblob|longblob)\b/

const WHOLE: readonly ValueType['kind'][] = ['boolean', 'integer']
const NUMBERS: readonly ValueType['kind'][] = ['integer', 'decimal']

/**
 * Whether a column of this type stores every value of a kind exactly or refuses it with an error or a warning. If the server would silently change
 * a value (fractions of seconds, floats, spaces of CHAR, two-digit years, the case of ENUM), the answer is no.
 */
export function fitsType(type: string, value: ValueType): boolean {
  if (TEXT.test(type)) return value.kind !== 'bytes'
  if (BLOB.test(type)) return value.kind === 'bytes'
  if (/^year\b/.test(type)) return false
  const own = valueTypeOf(type)
  switch (own.kind) {
    case 'integer':
      return value.kind === 'decimal' ? value.scale === 0 : WHOLE.includes(value.kind)
    case 'decimal':
      return NUMBERS.includes(value.kind)
    case 'float':
      return !isRounded(type) && holdsNumber(own.bits, value)
    case 'date':
    case 'json':
    case 'uuid':
      return own.kind === value.kind
    case 'timestamp':
      return holdsMoment(own, value)
    case 'interval':
      return holdsTime(precisionOf(type), value)
    default:
      return false
  }
}

/** Whether two MySQL types differ only in properties that do not change a value: display widths, the collation. */
export const isSameType = (one: string, other: string) => plainType(one) === plainType(other)

const plainType = (type: string) =>
  type
    .toLowerCase()
    .replace(/ collate \w+$/, '')
    .replace(/^((?:tiny|small|medium|big)?int)\(\d+\)/, '$1')

/** `double(10,2)` rounds to two digits after the point without a warning. */
const isRounded = (type: string) => /^\w+\(\d+,\d+\)/.test(type)

const precisionOf = (type: string) => Number(/\((\d+)\)/.exec(type)?.[1] ?? 0)

const holdsNumber = (bits: number, value: ValueType): boolean =>
  (value.kind === 'float' && bits >= value.bits) || (value.kind === 'integer' && value.bits <= (bits === 64 ? 32 : 16))

/** A DATETIME stores moments in UTC; a TIMESTAMP is a moment. */
const holdsMoment = (own: Extract<ValueType, { kind: 'timestamp' }>, value: ValueType): boolean =>
  value.kind === 'timestamp' && own.precision >= value.precision && (value.zoned || !own.zoned)

const holdsTime = (precision: number, value: ValueType): boolean =>
  value.kind === 'time' && !value.zoned && precision >= value.precision
