import { defined } from '../../../../core/catalog/defined.ts'
import { COMMON_TEXT, type ValueType } from '../../../ports/value-type.ts'
import type { TextCharacterSet } from '../load/declared-text.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { WrittenColumn } from '../target/plan-write.ts'
import { partialCharacterSet } from './proven-text.ts'

/** How the text of a field is changed so that MySQL understands it. */
export type FieldChange =
  | 'none'
  /** `t` and `f` become 1 and 0. */
  | 'boolean'
  /** The leading `\x` is removed; the rest is already hexadecimal. */
  | 'hex'
  /** The trailing `+00` is removed; the session uses UTC. */
  | 'utc'
  /** The shortest text of the largest number is more than the server takes; another text of the same number is not. */
  | 'float'

export interface FieldWriting {
  readonly column: string
  readonly change: FieldChange
  /** The SQL expression for the text, if it is not the value itself. */
  readonly wrap?: (text: string) => string
  /** The server would put a value of its own in the place of a missing one, so a text that it refuses is sent instead. */
  readonly refusesMissing?: true
  /** The column holds dates, with or without a time. */
  readonly isCalendar?: true
}

/** The target of the rows, and their type. */
export interface LoadedRows {
  readonly table: string
  readonly fields: readonly FieldWriting[]
  /** Of rows with the same key only the last one stays. */
  readonly replaces: boolean
  readonly characterSet: TextCharacterSet
}

const TEMPORAL = /^(datetime|timestamp)\b/i
const CALENDAR = /^(date|datetime|timestamp)\b/i
const NUMERIC = /^(tinyint|smallint|mediumint|int|bigint|decimal|float|double)\b/i
const GEOMETRY = /^(geometry|point|linestring|polygon|multi|geom)/i

const unhex = (text: string) => `UNHEX(${text})`

/** How the text of a column in a format is written to the target. */
export function fieldWriting(written: WrittenColumn, format: string): FieldWriting {
  return defined({
    ...ofType(written, format),
    refusesMissing: written.fillsMissing || undefined,
    isCalendar: CALENDAR.test(written.type) || undefined,
  })
}

function ofType({ column, type }: WrittenColumn, format: string): FieldWriting {
  const { name, value } = column
  const isCommon = format === COMMON_TEXT
  if (value.kind === 'bytes') return { column: name, change: isCommon ? 'hex' : 'none', wrap: unhex }
  const wrap = isCommon ? undefined : ofOwnText(column.type)
  if (wrap) return { column: name, change: 'none', wrap }
  if (value.kind === 'bits' && /^bit\b/i.test(type))
    return { column: name, change: 'none', wrap: (text) => `CAST(CONV(${text}, 2, 10) AS UNSIGNED)` }
  // A text of one digit means a year of this century.
  if (isCommon && /^year\b/i.test(type)) return { column: name, change: 'none', wrap: (text) => `${text} + 0` }
  return { column: name, change: isCommon ? changeOf(value, type) : 'none' }
}

/** The conversion of another MySQL's text; nothing if it is used unchanged. */
function ofOwnText(sourceType: string): FieldWriting['wrap'] {
  if (GEOMETRY.test(sourceType)) return unhex
  const characterSet = partialCharacterSet(sourceType)
  // The server warns about a character that a column of another set cannot have; between equal sets the bytes stay.
  if (characterSet === undefined) return undefined
  return (text) => `CONVERT(${unhex(text)} USING ${characterSet})`
}

function changeOf(value: ValueType, type: string): FieldChange {
  if (value.kind === 'boolean' && NUMERIC.test(type)) return 'boolean'
  if (value.kind === 'float' && value.bits === 32 && /^float\b/i.test(type)) return 'float'
  return value.kind === 'timestamp' && value.zoned && TEMPORAL.test(type) ? 'utc' : 'none'
}

/** Neither a number nor a time. */
export const REFUSED = `'NULL'`

/** Rows of a `LOAD DATA` go through variables if the server must change them. Duplicates are refused, or the last one wins. */
export function loadStatement({ table, fields, replaces, characterSet }: LoadedRows): string {
  const values = fields.map(({ wrap, refusesMissing }, index) => {
    const value = wrap?.(`@v${index}`)
    return refusesMissing ? `COALESCE(${value ?? `@v${index}`}, ${REFUSED})` : value
  })
  const list = fields.map(({ column }, index) => (values[index] === undefined ? quoteIdentifier(column) : `@v${index}`))
  const set = fields.flatMap(({ column }, index) =>
    values[index] === undefined ? [] : [`${quoteIdentifier(column)} = ${values[index]}`],
  )
  return `LOAD DATA LOCAL INFILE 'millrace' ${replaces ? 'REPLACE ' : ''}INTO TABLE ${table} CHARACTER SET ${characterSet}
    FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' (${list.join(', ')})${set.length > 0 ? ` SET ${set.join(', ')}` : ''}`
}
