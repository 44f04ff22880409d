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
  const read = (spelling: FieldSpelling, expression = own) => ({ column: name, expression, spelling })
  const isCommon = format !== MYSQL_TEXT
  if (GEOMETRIES.test(type)) {
    return isCommon
      ? read(
          { kind: 'text' },
          `CONCAT(IF(ST_SRID(${own}) = 0, '', CONCAT('SRID=', ST_SRID(${own}), ';')), ST_AsText(${own}))`,
        )
      : read({ kind: 'hex', prefix: false })
  }
  const characterSet = partialCharacterSet(type)
  if (characterSet !== undefined) {
    return isCommon
      ? read({ kind: 'proven' }, provenText(name, characterSet))
      : read({ kind: 'hex', prefix: false }, `BINARY ${own}`)
  }
  switch (value.kind) {
    case 'integer':
    case 'decimal':
      // Adding nothing takes off the zeros that ZEROFILL and YEAR show in front.
      return read({ kind: 'plain' }, isCommon && /zerofill|^year/.test(type) ? `${own} + 0` : own)
    case 'float':
      if (value.bits === 64) return read({ kind: 'float' })
      // The server shows a FLOAT with six digits; as a DOUBLE it has all of them, and more than it needs.
      return read({ kind: isCommon ? 'float32' : 'float' }, `${own} * 1e0`)
    case 'bytes':
      return read({ kind: 'hex', prefix: isCommon })
    case 'bits':
      return read({ kind: 'bits', length: value.length ?? 1 })
    case 'date':
      return read(isCommon ? { kind: 'moment', suffix: false } : { kind: 'plain' })
    case 'timestamp':
      return read(isCommon ? { kind: 'moment', suffix: value.zoned } : { kind: 'plain' })
    case 'interval':
      return read(isCommon ? { kind: 'interval' } : { kind: 'plain' })
    default:
      return read({ kind: 'text' })
  }
}
