import { COMMON_TEXT, type ValueType } from '../../../formats/common-text/value-type.ts'
import type { TextCharacterSet } from '../load/text-character-set.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { WrittenColumn } from '../target/plan-write.ts'
import { partialCharacterSet } from './proven-text.ts'

/** What is done to the text of a field so that MySQL understands it. */
export type FieldChange =
  | 'none'
  /** `t` and `f` become 1 and 0. */
  | 'boolean'
  /** `\x` in front goes; the rest is hexadecimal already. */
  | 'hex'
  /** `+00` at the end goes; the session is in UTC. */
  | 'utc'

export interface FieldWriting {
  readonly column: string
  readonly change: FieldChange
  /** What becomes of the text in SQL, where it is not the value itself; takes the text's place. */
  readonly wrap?: (text: string) => string
}

/** Where rows go, and as what. */
export interface LoadedRows {
  readonly table: string
  readonly fields: readonly FieldWriting[]
  /** Of rows with the same key the last one stays. */
  readonly replaces: boolean
  readonly characterSet: TextCharacterSet
}

const TEMPORAL = /^(datetime|timestamp)\b/i
const NUMERIC = /^(tinyint|smallint|mediumint|int|bigint|decimal|float|double)\b/i
const GEOMETRY = /^(geometry|point|linestring|polygon|multi|geom)/i

const unhex = (text: string) => `UNHEX(${text})`

/** How a column's text in a format gets into the target. */
export function fieldWriting({ column, type }: WrittenColumn, format: string): FieldWriting {
  const { name, value } = column
  const isCommon = format === COMMON_TEXT
  if (value.kind === 'bytes') return { column: name, change: isCommon ? 'hex' : 'none', wrap: unhex }
  const wrap = isCommon ? undefined : ofOwnText(column.type)
  if (wrap) return { column: name, change: 'none', wrap }
  if (value.kind === 'bits' && /^bit\b/i.test(type))
    return { column: name, change: 'none', wrap: (text) => `CAST(CONV(${text}, 2, 10) AS UNSIGNED)` }
  // A text of one digit is a year of this century.
  if (isCommon && /^year\b/i.test(type)) return { column: name, change: 'none', wrap: (text) => `${text} + 0` }
  return { column: name, change: isCommon ? changeOf(value, type) : 'none' }
}

/** What the text of another MySQL passes; nothing where it goes as it is. */
function ofOwnText(sourceType: string): FieldWriting['wrap'] {
  if (GEOMETRY.test(sourceType)) return unhex
  const characterSet = partialCharacterSet(sourceType)
  // The server warns of a letter that a column of another set cannot have; between equal sets the bytes stay.
  if (characterSet === undefined) return undefined
  return (text) => `CONVERT(${unhex(text)} USING ${characterSet})`
}

function changeOf(value: ValueType, type: string): FieldChange {
  if (value.kind === 'boolean' && NUMERIC.test(type)) return 'boolean'
  return value.kind === 'timestamp' && value.zoned && TEMPORAL.test(type) ? 'utc' : 'none'
}

/** Rows of a `LOAD DATA` go through variables where the server must change them. Duplicates: refused, or the last one wins. */
export function loadStatement({ table, fields, replaces, characterSet }: LoadedRows): string {
  const list = fields.map(({ column, wrap }, index) => (wrap ? `@v${index}` : quoteIdentifier(column)))
  const set = fields.flatMap(({ column, wrap }, index) =>
    wrap ? [`${quoteIdentifier(column)} = ${wrap(`@v${index}`)}`] : [],
  )
  return `LOAD DATA LOCAL INFILE 'millrace' ${replaces ? 'REPLACE ' : ''}INTO TABLE ${table} CHARACTER SET ${characterSet}
    FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' (${list.join(', ')})${set.length > 0 ? ` SET ${set.join(', ')}` : ''}`
}
