import type { ValueType } from '../../../formats/common-text/value-type.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { partialCharacterSet, provenText } from './proven-text.ts'

/** The rows of one MySQL for another: the text that LOAD DATA takes, many rows in one message, dates as they are, bytes as hexadecimal digits. */
export const MYSQL_TEXT = 'mysql-text'

/** How the text of a value on the wire becomes the text of a format. */
export type FieldSpelling =
  /** Digits and the like: nothing to escape. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'text' }
  /** As `provenText` reads it: refused where a letter did not come through. */
  | { readonly kind: 'proven' }
  | { readonly kind: 'hex'; readonly prefix: boolean }
  | { readonly kind: 'bits'; readonly length: number }
  | { readonly kind: 'float' }
  | { readonly kind: 'float32' }
  /** Refused where the month or the day is zero; a fraction as long as needed; `suffix` names the zone. */
  | { readonly kind: 'moment'; readonly suffix: boolean }
  | { readonly kind: 'interval' }

export interface FieldReading {
  readonly column: string
  /** What is selected. */
  readonly expression: string
  readonly spelling: FieldSpelling
}

const GEOMETRIES =
  /^(geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geometrycollection|geomcollection)\b/

/** Types whose values the common text spells otherwise. */
export const hasNativeText = (type: string): boolean => GEOMETRIES.test(type) || partialCharacterSet(type) !== undefined

/** How a column is read for a format. */
export function fieldReading({ name, type, value }: SourceColumn, format: string): FieldReading {
  const own = quoteIdentifier(name)
  const isCommon = format !== MYSQL_TEXT
  const characterSet = partialCharacterSet(type)
  const read = () => {
    if (GEOMETRIES.test(type)) return isCommon ? geometryText(own) : HEX
    if (characterSet === undefined) return isCommon ? commonReading(value, type, own) : ownReading(value, own)
    return isCommon
      ? ({ spelling: { kind: 'proven' }, expression: provenText(name, characterSet) } as const)
      : { ...HEX, expression: `BINARY ${own}` }
  }
  return { column: name, expression: own, ...read() }
}

/** What is selected is the column itself unless told. */
type Reading = Pick<FieldReading, 'spelling'> & Partial<Pick<FieldReading, 'expression'>>

const HEX: Reading = { spelling: { kind: 'hex', prefix: false } }
const PLAIN: Reading = { spelling: { kind: 'plain' } }

const geometryText = (own: string): Reading => ({
  spelling: { kind: 'text' },
  expression: `CONCAT(IF(ST_SRID(${own}) = 0, '', CONCAT('SRID=', ST_SRID(${own}), ';')), ST_AsText(${own}))`,
})

/** The server shows a FLOAT with six digits; as a DOUBLE it has all of them, and more than it needs. */
const allDigits = (own: string) => `${own} * 1e0`

function commonReading(value: ValueType, type: string, own: string): Reading {
  switch (value.kind) {
    case 'integer':
    case 'decimal':
      // Adding nothing takes off the zeros that ZEROFILL and YEAR show in front.
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
      return { spelling: { kind: 'float' }, ...(value.bits === 32 && { expression: allDigits(own) }) }
    case 'bytes':
      return HEX
    case 'bits':
      return { spelling: { kind: 'bits', length: value.length ?? 1 } }
    default:
      return { spelling: { kind: 'text' } }
  }
}
