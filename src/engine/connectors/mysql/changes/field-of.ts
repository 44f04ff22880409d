import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { isGeometry } from '../rows/geometry-text.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import type { Decode } from './character-maps.ts'
import type { MappedColumn } from './events/table-map.ts'
import { inet4Field, inet6Field, uuidField } from './fields/addresses.ts'
import { TYPES } from './fields/field-layout.ts'
import { jsonField } from './fields/json-text.ts'
import {
  dateField,
  datetime2Field,
  type InvalidDate,
  oldDatetimeField,
  oldTimeField,
  time2Field,
  timestampField,
} from './fields/moments.ts'
import { bitsField, decimalField, doubleField, floatField, integerField, yearField } from './fields/numbers.ts'
import { bytesField, decodedField, digitsField, enumField, geometryField, setField, textField } from './fields/texts.ts'
import type { WriteField } from './fields/write-field.ts'

/** A column as the catalogue of the server has it. */
export interface KnownColumn {
  readonly name: string
  /** In the server's notation, without attributes that only one system has: `int(10) unsigned`. */
  readonly type: string
  /** How its texts are read; absent for UTF-8, and for those that are no text. */
  readonly decode: Decode | undefined
  /** Of an enum or a set. */
  readonly words: readonly string[]
  /** Another MySQL gets the values in the notation of this one. */
  readonly isNative?: boolean
}

const OWN: Readonly<Record<string, WriteField>> = { uuid: uuidField, inet6: inet6Field, inet4: inet4Field }

type Making = (known: KnownColumn, mapped: MappedColumn, zero: InvalidDate) => WriteField

const integer: Making = (known) => integerField(isUnsigned(known))
const date: Making = ({ name }, _, zero) => dateField(name, zero)

/** All but texts and what resembles them. */
const MAKING: Readonly<Record<number, Making>> = {
  [TYPES.TINY]: integer,
  [TYPES.SHORT]: integer,
  [TYPES.INT24]: integer,
  [TYPES.LONG]: integer,
  [TYPES.LONGLONG]: integer,
  [TYPES.YEAR]: () => yearField,
  [TYPES.NEWDECIMAL]: (_, { first, second }) => decimalField(first, second),
  [TYPES.FLOAT]: () => floatField,
  [TYPES.DOUBLE]: () => doubleField,
  [TYPES.BIT]: (_, { first, second }) => bitsField(second * 8 + first),
  [TYPES.DATE]: date,
  [TYPES.NEWDATE]: date,
  [TYPES.DATETIME]: ({ name }, _, zero) => oldDatetimeField(name, zero),
  [TYPES.DATETIME2]: ({ name }, { first }, zero) => datetime2Field(name, first, zero),
  [TYPES.TIMESTAMP]: (_, __, zero) => timestampField(0, true, zero),
  [TYPES.TIMESTAMP2]: (_, { first }, zero) => timestampField(first, false, zero),
  [TYPES.TIME]: () => oldTimeField,
  [TYPES.TIME2]: (_, { first }) => time2Field(first),
}

/** @returns how the values of a column are written; nothing if the log has other values than those of the known column */
export function fieldOf(known: KnownColumn, mapped: MappedColumn, zero: InvalidDate): WriteField | undefined {
  if (!isSame(known, mapped)) return undefined
  if (known.isNative) return digitsField
  return MAKING[mapped.type]?.(known, mapped, zero) ?? textLike(known, mapped)
}

function textLike(known: KnownColumn, { type }: MappedColumn): WriteField | undefined {
  const [base = ''] = /^\w+/.exec(known.type) ?? []
  const own = OWN[base]
  if (own) return own
  if (isGeometry(known.type)) return geometryField
  if (type === TYPES.JSON) return jsonField
  if (type === TYPES.ENUM) return enumField(known.words)
  if (type === TYPES.SET) return setField(known.words)
  const value = valueTypeOf(known.type)
  if (value.kind === 'bytes') return bytesField(base === 'binary' ? (value.length ?? 1) : 0)
  return known.decode ? decodedField(known.decode) : textField
}

const isUnsigned = ({ type }: KnownColumn): boolean => / (unsigned|zerofill)\b/.test(type)

/** The types that the log may have for a column. */
const CODES: Readonly<Record<string, readonly number[]>> = {
  tinyint: [TYPES.TINY],
  smallint: [TYPES.SHORT],
  mediumint: [TYPES.INT24],
  int: [TYPES.LONG],
  integer: [TYPES.LONG],
  bigint: [TYPES.LONGLONG],
  decimal: [TYPES.NEWDECIMAL],
  numeric: [TYPES.NEWDECIMAL],
  float: [TYPES.FLOAT],
  double: [TYPES.DOUBLE],
  real: [TYPES.DOUBLE],
  bit: [TYPES.BIT],
  year: [TYPES.YEAR],
  date: [TYPES.DATE, TYPES.NEWDATE],
  datetime: [TYPES.DATETIME, TYPES.DATETIME2],
  timestamp: [TYPES.TIMESTAMP, TYPES.TIMESTAMP2],
  time: [TYPES.TIME, TYPES.TIME2],
  char: [TYPES.STRING],
  binary: [TYPES.STRING],
  uuid: [TYPES.STRING],
  inet6: [TYPES.STRING],
  inet4: [TYPES.STRING],
  varchar: [TYPES.VARCHAR, TYPES.VAR_STRING],
  varbinary: [TYPES.VARCHAR, TYPES.VAR_STRING],
  tinytext: [TYPES.BLOB],
  text: [TYPES.BLOB],
  mediumtext: [TYPES.BLOB],
  longtext: [TYPES.BLOB],
  tinyblob: [TYPES.BLOB],
  blob: [TYPES.BLOB],
  mediumblob: [TYPES.BLOB],
  longblob: [TYPES.BLOB],
  json: [TYPES.JSON, TYPES.BLOB],
  enum: [TYPES.ENUM],
  set: [TYPES.SET],
  vector: [TYPES.VECTOR],
}

/** Whether the values of the log are of the column that the catalogue has now, as far as the log tells. */
function isSame(known: KnownColumn, { type, first, second, isUnsigned: sign, words }: MappedColumn): boolean {
  const [base = ''] = /^\w+/.exec(known.type) ?? []
  const codes = isGeometry(known.type) ? [TYPES.GEOMETRY, TYPES.BLOB] : CODES[base]
  if (!codes?.includes(type)) return false
  if (sign !== undefined && sign !== isUnsigned(known)) return false
  if (words && !areWords(known, words)) return false
  const value = valueTypeOf(known.type)
  if (value.kind === 'decimal') return value.precision === first && value.scale === second
  if (value.kind === 'bits') return (value.length ?? 1) === second * 8 + first
  // Old forms have no room for a fraction that the table map would tell.
  if (value.kind === 'timestamp')
    return type === TYPES.DATETIME || type === TYPES.TIMESTAMP ? value.precision === 0 : value.precision === first
  return true
}

const areWords = ({ words, decode }: KnownColumn, logged: readonly Buffer[]): boolean =>
  words.length === logged.length &&
  words.every((word, place) => {
    const text = logged[place] as Buffer
    return word === (decode ? decode(text, 0, text.length) : text).toString('utf8')
  })

export const otherColumn = (table: string, column: string) =>
  new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`The log has rows of ${table} with another column "${column}" than the table has now.`,
    hint: sentence`The table must be copied again.`,
  })
