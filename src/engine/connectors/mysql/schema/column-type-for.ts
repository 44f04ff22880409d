import type { ValueType } from '../../../ports/value-type.ts'

export interface TypeOptions {
  /** For key columns: how many bytes of the longest index each may use. Absent: the column is not part of a key. */
  readonly keyBytes?: number
  readonly isMariaDb: boolean
}

/** Limits of DECIMAL that MySQL and MariaDB share. */
const LARGEST_PRECISION = 65
const LARGEST_SCALE = 30

/** Longer ones become TEXT, which uses little of the 65,535 bytes that a row may have. */
const LONGEST_VARCHAR = 255

export const BYTES_PER_CHARACTER = 4
const MICROSECONDS = 6
const LONGEST_INTERVAL = 64
const LONGEST_ZONED_TIME = 32

const FLOATS = { 32: 'float', 64: 'double' } as const

/**
 * The MySQL type that stores every value of a kind exactly, or refuses it with an error. Numbers without limits become the largest DECIMAL;
 * moments become DATETIME in UTC, because TIMESTAMP ends in 2038.
 */
export function columnTypeFor(value: ValueType, { keyBytes, isMariaDb }: TypeOptions): string {
  switch (value.kind) {
    case 'boolean':
      return 'tinyint(1)'
    case 'integer':
      return integerType(value.bits, value.unsigned)
    case 'decimal':
      return decimalType(value.precision, value.scale)
    case 'float':
      return FLOATS[value.bits]
    case 'text':
      return textType(value.length, keyBytes)
    case 'bytes':
      return bytesType(value.length, keyBytes)
    case 'date':
      return 'date'
    case 'time':
      return timeType(value.precision, value.zoned, keyBytes)
    case 'timestamp':
      return momentType('datetime', value.precision, keyBytes)
    case 'interval':
      return textType(LONGEST_INTERVAL, keyBytes)
    case 'uuid':
      return textType(36, keyBytes)
    case 'json':
      return jsonType(isMariaDb, keyBytes)
    case 'bits':
      // Not BIT, which pads with zeros.
      return textType(value.length, keyBytes)
    case 'other':
      return textType(undefined, keyBytes)
  }
}

const integerType = (bits: number, unsigned = false): string => `${signedType(bits)}${unsigned ? ' unsigned' : ''}`

function signedType(bits: number): string {
  if (bits <= 8) return 'tinyint'
  if (bits <= 16) return 'smallint'
  if (bits <= 24) return 'mediumint'
  return bits <= 32 ? 'int' : 'bigint'
}

const momentType = (name: string, precision: number, keyBytes: number | undefined): string =>
  precision > MICROSECONDS ? textType(LONGEST_ZONED_TIME, keyBytes) : `${name}(${precision})`

const timeType = (precision: number, zoned = false, keyBytes: number | undefined): string =>
  zoned ? textType(LONGEST_ZONED_TIME, keyBytes) : momentType('time', precision, keyBytes)

/** MySQL's own JSON reorders keys and rounds large numbers; MariaDB's is text with a check. Neither can be a key. */
function jsonType(isMariaDb: boolean, keyBytes: number | undefined): string {
  if (keyBytes !== undefined) return textType(undefined, keyBytes)
  return isMariaDb ? 'json' : 'longtext'
}

const decimalType = (precision: number | undefined, scale = 0) =>
  precision === undefined || precision > LARGEST_PRECISION || scale > LARGEST_SCALE
    ? `decimal(${LARGEST_PRECISION},${LARGEST_SCALE})`
    : `decimal(${precision},${scale})`

function textType(length: number | undefined, keyBytes: number | undefined): string {
  if (keyBytes !== undefined)
    return `varchar(${Math.min(length || Number.POSITIVE_INFINITY, Math.floor(keyBytes / BYTES_PER_CHARACTER))})`
  return length !== undefined && length > 0 && length <= LONGEST_VARCHAR ? `varchar(${length})` : 'longtext'
}

function bytesType(length: number | undefined, keyBytes: number | undefined): string {
  if (keyBytes !== undefined) return `varbinary(${Math.min(length || Number.POSITIVE_INFINITY, keyBytes)})`
  return length !== undefined && length > 0 && length <= LONGEST_VARCHAR ? `varbinary(${length})` : 'longblob'
}
