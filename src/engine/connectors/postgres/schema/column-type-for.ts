import type { ValueType } from '../../../ports/value-type.ts'

/** The largest limits in Postgres; for larger ones the type without a limit is used. */
const LONGEST_VARCHAR = 10_485_760
const LARGEST_PRECISION = 1000
const MICROSECONDS = 6

const FLOATS = { 32: 'real', 64: 'double precision' } as const

/** The Postgres type that stores every value of a kind exactly. */
export function columnTypeFor(value: ValueType): string {
  switch (value.kind) {
    case 'boolean':
      return 'boolean'
    case 'integer':
      return integerType(value.bits, value.unsigned)
    case 'decimal':
      return decimalType(value.precision, value.scale)
    case 'float':
      return FLOATS[value.bits]
    case 'text':
      return textType(value.length)
    case 'bytes':
      return 'bytea'
    case 'date':
      return 'date'
    case 'time':
      return `time${momentRest(value)}`
    case 'timestamp':
      return `timestamp${momentRest(value)}`
    case 'interval':
      return 'interval'
    case 'uuid':
      return 'uuid'
    case 'json':
      // Not `jsonb`, which drops repeated keys and refuses `\u0000`.
      return 'json'
    case 'bits':
      return bitsType(value.length)
    case 'other':
      return 'text'
  }
}

/** Half of the numbers of a signed type are negative. */
function integerType(size: number, unsigned = false): string {
  const bits = unsigned ? size + 1 : size
  if (bits <= 16) return 'smallint'
  if (bits <= 32) return 'integer'
  return bits <= 64 ? 'bigint' : 'numeric(20,0)'
}

const decimalType = (precision: number | undefined, scale = 0): string =>
  precision === undefined || precision > LARGEST_PRECISION ? 'numeric' : `numeric(${precision},${scale})`

const textType = (length = 0): string =>
  length === 0 || length > LONGEST_VARCHAR ? 'text' : `character varying(${length})`

const bitsType = (length: number | undefined): string =>
  length === undefined ? 'bit varying' : `bit varying(${length})`

const momentRest = ({ precision, zoned = false }: { readonly precision: number; readonly zoned?: boolean }): string =>
  `(${Math.min(precision, MICROSECONDS)}) with${zoned ? '' : 'out'} time zone`
