import type { ValueType } from '../../../formats/common-text/value-type.ts'

/** The longest limits of their kind in Postgres; beyond them the type without a limit is taken. */
const LONGEST_VARCHAR = 10_485_760
const LARGEST_PRECISION = 1000
const MICROSECONDS = 6

/** The type of Postgres that holds every value of a kind exactly. */
export function columnTypeFor(value: ValueType): string {
  switch (value.kind) {
    case 'boolean':
      return 'boolean'
    case 'integer':
      return integerType(value.bits + (value.unsigned ? 1 : 0))
    case 'decimal':
      return value.precision === undefined || value.precision > LARGEST_PRECISION
        ? 'numeric'
        : `numeric(${value.precision},${value.scale ?? 0})`
    case 'float':
      return value.bits === 32 ? 'real' : 'double precision'
    case 'text':
      return value.length === undefined || value.length > LONGEST_VARCHAR || value.length === 0
        ? 'text'
        : `character varying(${value.length})`
    case 'bytes':
      return 'bytea'
    case 'date':
      return 'date'
    case 'time':
      return `time(${Math.min(value.precision, MICROSECONDS)}) with${value.zoned ? '' : 'out'} time zone`
    case 'timestamp':
      return `timestamp(${Math.min(value.precision, MICROSECONDS)}) with${value.zoned ? '' : 'out'} time zone`
    case 'interval':
      return 'interval'
    case 'uuid':
      return 'uuid'
    case 'json':
      // Not `jsonb`: that one drops repeated keys and refuses `\u0000`.
      return 'json'
    case 'bits':
      return value.length === undefined ? 'bit varying' : `bit varying(${value.length})`
    case 'other':
      return 'text'
  }
}

function integerType(bits: number): string {
  if (bits <= 16) return 'smallint'
  if (bits <= 32) return 'integer'
  return bits <= 64 ? 'bigint' : 'numeric(20,0)'
}
