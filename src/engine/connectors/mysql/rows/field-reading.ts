import { defined } from '../../../../core/catalog/defined.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { ValueType } from '../../../ports/value-type.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { isGeometry } from './geometry-text.ts'
import { partialCharacterSet, provenText } from './proven-text.ts'

/** The format of rows between two MySQL servers: the text that LOAD DATA reads, many rows in one message, unchanged dates, bytes as hexadecimal digits. */
export const MYSQL_TEXT = 'mysql-text'

/** How the protocol's text of a value becomes the text of a format. */
export type FieldSpelling =
  /** Digits and similar characters: no escapes are needed. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'text' }
  /** Read by `provenText`: refused if a character was lost. */
  | { readonly kind: 'proven' }
  | { readonly kind: 'hex'; readonly prefix: boolean }
  | { readonly kind: 'bits'; readonly length: number }
  | { readonly kind: 'float' }
  | { readonly kind: 'float32' }
  /** Refused if the month or the day is zero; a fraction with only the necessary digits; `suffix` is the zone. */
  | { readonly kind: 'moment'; readonly suffix: boolean }
  | { readonly kind: 'interval' }
  /** Stored bytes, as well-known text. */
  | { readonly kind: 'geometry' }

export interface FieldReading {
  readonly column: string
  /** The selected expression. */
  readonly expression: string
  readonly spelling: FieldSpelling
}

/** Types whose values have another notation in common text. */
export const hasNativeText = (type: string): boolean => isGeometry(type) || partialCharacterSet(type) !== undefined

/** How a column is read for a format. */
export function fieldReading({ name, type, value }: SourceColumn, format: string): FieldReading {
  const own = quoteIdentifier(name)
  const isCommon = format !== MYSQL_TEXT
  const characterSet = partialCharacterSet(type)
  const read = () => {
    if (isGeometry(type)) return isCommon ? GEOMETRY : HEX
    if (characterSet === undefined) return isCommon ? commonReading(value, type, own) : ownReading(value, own)
    return isCommon
      ? ({ spelling: { kind: 'proven' }, expression: provenText(name, characterSet) } as const)
      : { ...HEX, expression: `BINARY ${own}` }
  }
  return { column: name, expression: own, ...read() }
}

/** By default the column itself is selected. */
type Reading = Pick<FieldReading, 'spelling'> & Partial<Pick<FieldReading, 'expression'>>

const HEX: Reading = { spelling: { kind: 'hex', prefix: false } }
const PLAIN: Reading = { spelling: { kind: 'plain' } }
const GEOMETRY: Reading = { spelling: { kind: 'geometry' } }

/** The server shows a FLOAT with six digits; as a DOUBLE it has all of them, and more than necessary. */
const allDigits = (own: string) => `${own} * 1e0`

function commonReading(value: ValueType, type: string, own: string): Reading {
  switch (value.kind) {
    case 'integer':
    case 'decimal':
      // Adding 0 removes the leading zeros of ZEROFILL and YEAR.
      return /zerofill|^year/.test(type) ? { ...PLAIN, expression: `${own} + 0` } : PLAIN
    case 'float':
      return value.bits === 64
        ? { spelling: { kind: 'float' } }
        : { spelling: { kind: 'float32' }, expression: allDigits(own) }
    case 'bytes':
      return { spelling: { kind: 'hex', prefix: true } }
    case 'bits':
      return { spelling: { kind: 'bits', length: value.length ?? 1 } }
    case 'date':
      return { spelling: { kind: 'moment', suffix: false } }
    case 'timestamp':
      return { spelling: { kind: 'moment', suffix: value.zoned } }
    case 'interval':
      return { spelling: { kind: 'interval' } }
    default:
      return { spelling: { kind: 'text' } }
  }
}

function ownReading(value: ValueType, own: string): Reading {
  switch (value.kind) {
    case 'integer':
    case 'decimal':
    case 'date':
    case 'timestamp':
    case 'interval':
      return PLAIN
    case 'float':
      return defined({ spelling: { kind: 'float' }, expression: value.bits === 32 ? allDigits(own) : undefined })
    case 'bytes':
      return HEX
    case 'bits':
      return { spelling: { kind: 'bits', length: value.length ?? 1 } }
    default:
      return { spelling: { kind: 'text' } }
  }
}
