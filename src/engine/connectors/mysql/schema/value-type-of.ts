import { defined } from '../../../../core/catalog/defined.ts'
import type { ValueType } from '../../../ports/value-type.ts'

const INTEGER_BITS: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  mediumint: 24,
  int: 32,
  integer: 32,
  bigint: 64,
}

/** The longest text type with a length in characters; longer types have a limit in bytes that no other system has. */
const TINY_TEXT = 255

/** Types without parameters. */
const WHOLE: Readonly<Record<string, ValueType>> = {
  float: { kind: 'float', bits: 32 },
  double: { kind: 'float', bits: 64 },
  real: { kind: 'float', bits: 64 },
  year: { kind: 'integer', bits: 16 },
  tinytext: { kind: 'text', length: TINY_TEXT },
  text: { kind: 'text' },
  mediumtext: { kind: 'text' },
  longtext: { kind: 'text' },
  enum: { kind: 'text' },
  set: { kind: 'text' },
  tinyblob: { kind: 'bytes' },
  blob: { kind: 'bytes' },
  mediumblob: { kind: 'bytes' },
  longblob: { kind: 'bytes' },
  vector: { kind: 'bytes' },
  date: { kind: 'date' },
  // From -838 to 838 hours, so it is not a time of day.
  time: { kind: 'interval' },
  json: { kind: 'json' },
  uuid: { kind: 'uuid' },
}

/** The kind of values of a type, in the notation of `information_schema.COLUMNS.COLUMN_TYPE`. */
export function valueTypeOf(type: string): ValueType {
  const [, name = type, first, second] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type) ?? []
  const unsigned = / unsigned\b/.test(type)
  const bits = INTEGER_BITS[name]
  // `tinyint(1)` also stores -128 to 127, although people often use it as a boolean.
  if (bits !== undefined) return defined({ kind: 'integer', bits, unsigned: unsigned || undefined })
  return WHOLE[name] ?? sizedType(name, first === undefined ? undefined : Number(first), Number(second ?? 0))
}

function sizedType(name: string, size: number | undefined, scale: number): ValueType {
  const length = size === undefined ? {} : { length: size }
  switch (name) {
    case 'decimal':
    case 'numeric':
      return { kind: 'decimal', precision: size ?? 10, scale }
    case 'bit':
      return { kind: 'bits', length: size ?? 1 }
    case 'char':
    case 'varchar':
      return { kind: 'text', ...length }
    case 'binary':
    case 'varbinary':
      return { kind: 'bytes', ...length }
    case 'datetime':
    case 'timestamp':
      return { kind: 'timestamp', precision: size ?? 0, zoned: name === 'timestamp' }
    default:
      return { kind: 'other' }
  }
}
