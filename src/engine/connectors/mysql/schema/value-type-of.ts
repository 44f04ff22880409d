import type { ValueType } from '../../../formats/common-text/value-type.ts'

const INTEGER_BITS: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  mediumint: 24,
  int: 32,
  integer: 32,
  bigint: 64,
}

/** The longest text that is told by its length; longer types have a limit in bytes that no other system knows. */
const TINY_TEXT = 255

/** What a column of a type holds, as `information_schema.COLUMNS.COLUMN_TYPE` spells the type. */
export function valueTypeOf(type: string): ValueType {
  const [, name = type, first, second] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type) ?? []
  const unsigned = / unsigned\b/.test(type)
  const bits = INTEGER_BITS[name]
  // `tinyint(1)` holds -128 to 127 too, whatever people use it for.
  if (bits !== undefined) return { kind: 'integer', bits, ...(unsigned && { unsigned }) }
  const size = first === undefined ? undefined : Number(first)
  switch (name) {
    case 'decimal':
    case 'numeric':
      return { kind: 'decimal', precision: size ?? 10, scale: Number(second ?? 0) }
    case 'float':
      return { kind: 'float', bits: 32 }
    case 'double':
    case 'real':
      return { kind: 'float', bits: 64 }
    case 'year':
      return { kind: 'integer', bits: 16 }
    case 'bit':
      return { kind: 'bits', length: size ?? 1 }
    case 'char':
    case 'varchar':
      return { kind: 'text', ...(size !== undefined && { length: size }) }
    case 'tinytext':
      return { kind: 'text', length: TINY_TEXT }
    case 'text':
    case 'mediumtext':
    case 'longtext':
    case 'enum':
    case 'set':
      return { kind: 'text' }
    case 'binary':
    case 'varbinary':
      return { kind: 'bytes', ...(size !== undefined && { length: size }) }
    case 'tinyblob':
    case 'blob':
    case 'mediumblob':
    case 'longblob':
    case 'vector':
      return { kind: 'bytes' }
    case 'date':
      return { kind: 'date' }
    case 'datetime':
      return { kind: 'timestamp', precision: size ?? 0, zoned: false }
    case 'timestamp':
      return { kind: 'timestamp', precision: size ?? 0, zoned: true }
    // From -838 to 838 hours: not a time of day.
    case 'time':
      return { kind: 'interval' }
    case 'json':
      return { kind: 'json' }
    case 'uuid':
      return { kind: 'uuid' }
    default:
      return { kind: 'other' }
  }
}
