import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { type BinaryType, binaryTypes } from '../../../formats/binary-rows/binary-rows.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { COMMON_TEXT, type ValueType } from '../../../ports/value-type.ts'
import type { ColumnType } from '../driver/column-type.ts'
import { FLOAT_BYTES, INTEGER_BYTES, isDate, isDecimal, isMoment, isText, isTime } from '../driver/column-type.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { fieldReading } from './field-reading.ts'
import { isGeometry } from './geometry-text.ts'
import { partialCharacterSet } from './proven-text.ts'

/** How the binary value of MySQL is converted to the binary value of Postgres. */
export type BinaryConversion =
  /** The same bytes: texts and bytes. */
  | 'copy'
  /** The same for a text that `provenText` reads. */
  | 'proven'
  /** The same bytes after the version byte of the format. */
  | 'jsonb'
  | 'integer'
  | 'boolean'
  | 'integer as numeric'
  | 'decimal'
  | 'float'
  | 'uuid'
  | 'bits'
  | 'date'
  | 'timestamp'
  | 'interval'
  /** The text of stored bytes. */
  | 'geometry'

export interface BinaryField {
  readonly column: string
  /** The selected expression. */
  readonly expression: string
  readonly conversion: BinaryConversion
  /** Size of the written value, for integers and floats; in bits for `bits`. */
  readonly size: number
}

/** How columns are read for `binary-rows`; `undefined` for other formats, and if only the text of a column is known to be converted exactly. */
export function binaryFields(columns: readonly SourceColumn[], format: string): readonly BinaryField[] | undefined {
  const types = binaryTypes(format)
  const fields = types?.flatMap((type, index) => {
    const column = columns[index]
    return (column && binaryField(column, type)) ?? []
  })
  return fields?.length === columns.length ? fields : undefined
}

function binaryField(column: SourceColumn, target: BinaryType): BinaryField | undefined {
  const { name, type } = column
  const found = conversionOf(column, target)
  if (!found) return undefined
  const isProven = partialCharacterSet(type) !== undefined
  const expression = isProven ? fieldReading(column, COMMON_TEXT).expression : quoteIdentifier(name)
  const other = isProven ? 'proven' : isGeometry(type) ? 'geometry' : undefined
  return { column: name, expression, ...found, ...defined({ conversion: other }) }
}

const TARGET_BYTES: Partial<Readonly<Record<BinaryType, number>>> = { smallint: 2, integer: 4, bigint: 8 }

const FLOATS = { 32: 'real', 64: 'double precision' } as const
const TEXTS: readonly BinaryType[] = ['text', 'character varying']
const JSON_TEXTS: readonly BinaryType[] = ['json', 'text']

type Whole = Extract<ValueType, { kind: 'integer' }>
type Conversion = Pick<BinaryField, 'conversion' | 'size'>

const when = (isSame: boolean, conversion: BinaryConversion, size = 0): Conversion | undefined =>
  isSame ? { conversion, size } : undefined

function integerConversion({ bits, unsigned = false }: Whole, target: BinaryType): Conversion | undefined {
  if (target === 'boolean') return { conversion: 'boolean', size: 0 }
  if (target === 'numeric') return { conversion: 'integer as numeric', size: 0 }
  const size = TARGET_BYTES[target] ?? 0
  return when(unsigned ? bits < size * 8 : bits <= size * 8, 'integer', size)
}

const jsonConversion = (target: BinaryType): Conversion | undefined =>
  target === 'jsonb' ? { conversion: 'jsonb', size: 0 } : when(JSON_TEXTS.includes(target), 'copy')

function conversionOf({ value }: SourceColumn, target: BinaryType): Conversion | undefined {
  switch (value.kind) {
    case 'integer':
      return integerConversion(value, target)
    case 'decimal':
      return when(target === 'numeric', 'decimal')
    case 'float':
      return when(target === FLOATS[value.bits], 'float', value.bits / 8)
    case 'text':
      return when(TEXTS.includes(target), 'copy')
    case 'other':
      return when(target === 'text', 'copy')
    case 'json':
      return jsonConversion(target)
    case 'bytes':
      return when(target === 'bytea', 'copy')
    case 'uuid':
      return when(target === 'uuid', 'uuid')
    case 'bits':
      return when(target === 'bit varying', 'bits', value.length ?? 1)
    case 'date':
      return when(target === 'date', 'date')
    case 'timestamp':
      return when(target === `timestamp with${value.zoned ? '' : 'out'} time zone`, 'timestamp')
    case 'interval':
      return when(target === 'interval', 'interval')
    default:
      return undefined
  }
}

/** Checks that the server sends the described types, because the bytes do not describe themselves. @throws ConnectorError */
export function checkWireType({ column, conversion, size }: BinaryField, { type }: ColumnType): void {
  const isAsExpected = (() => {
    switch (conversion) {
      // MySQL describes a function of a view as an INT, and sends a BIGINT.
      case 'integer':
      case 'boolean':
      case 'integer as numeric':
        return type in INTEGER_BYTES
      case 'float':
        return FLOAT_BYTES[type] === size
      case 'decimal':
        return isDecimal(type)
      case 'date':
        return isDate(type)
      case 'timestamp':
        return isMoment(type)
      case 'interval':
        return isTime(type)
      default:
        return isText(type)
    }
  })()
  if (!isAsExpected) throw otherType(column)
}

export const otherType = (column: string): ConnectorError =>
  new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`The column "${column}" now has a different type than at the start of the run.`,
    hint: sentence`Nothing was changed at the target. Run again.`,
    retryable: true,
  })
