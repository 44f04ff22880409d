import { defined } from '../../../../core/catalog/defined.ts'
import type { ValueType } from '../../../ports/value-type.ts'

const WHOLE: Readonly<Record<string, ValueType>> = {
  boolean: { kind: 'boolean' },
  smallint: { kind: 'integer', bits: 16 },
  integer: { kind: 'integer', bits: 32 },
  bigint: { kind: 'integer', bits: 64 },
  oid: { kind: 'integer', bits: 32, unsigned: true },
  real: { kind: 'float', bits: 32 },
  'double precision': { kind: 'float', bits: 64 },
  text: { kind: 'text' },
  name: { kind: 'text', length: 63 },
  bytea: { kind: 'bytes' },
  date: { kind: 'date' },
  interval: { kind: 'interval' },
  uuid: { kind: 'uuid' },
  json: { kind: 'json' },
  jsonb: { kind: 'json' },
}

/** The text of an extension that ignores case; in any schema. */
export const isCitext = (type: string): boolean => /^(.*\.)?citext$/.test(type)

/** The maximum number of digits that Postgres stores for a fraction of a second. */
const MICROSECONDS = 6

/** The digits of the whole number that an amount of money is stored as. */
const DIGITS_OF_MONEY = 19

/**
 * The kind of values of a type, in the notation of `format_type`.
 * @param moneyDigits the decimals of the currency in which `money` is
 */
export function valueTypeOf(type: string, moneyDigits = 2): ValueType {
  if (type === 'money') return { kind: 'decimal', precision: DIGITS_OF_MONEY, scale: moneyDigits }
  const whole = WHOLE[type]
  if (whole) return whole
  // Elements are sent as JSON, the only list that other systems know.
  if (type.endsWith('[]')) return { kind: 'json' }
  const [, name = type, first, second, zone] =
    /^([a-z ]+?)(?:\((\d+)(?:,(-?\d+))?\))?( with(?:out)? time zone)?$/.exec(type) ?? []
  return sizedType(
    name,
    first === undefined ? undefined : Number(first),
    Number(second ?? 0),
    zone === ' with time zone',
  )
}

function sizedType(name: string, size: number | undefined, scale: number, zoned: boolean): ValueType {
  const length = size === undefined ? {} : { length: size }
  switch (name) {
    case 'numeric':
      return size === undefined ? { kind: 'decimal' } : decimal(size, scale)
    case 'character varying':
      return { kind: 'text', ...length }
    case 'character':
    case 'bpchar':
      return { kind: 'text', ...length, padded: true }
    case 'bit':
    case 'bit varying':
      return { kind: 'bits', ...length }
    case 'timestamp':
      return { kind: 'timestamp', precision: size ?? MICROSECONDS, zoned }
    case 'time':
      return defined({ kind: 'time', precision: size ?? MICROSECONDS, zoned: zoned || undefined })
    case 'interval':
      return { kind: 'interval' }
    default:
      return { kind: 'other' }
  }
}

/** A negative scale rounds to tens and hundreds: digits before the point, none after it. */
const decimal = (precision: number, scale: number): ValueType =>
  scale < 0
    ? { kind: 'decimal', precision: precision - scale, scale: 0 }
    : { kind: 'decimal', precision: Math.max(precision, scale), scale }
