import type { DuckDBType } from '@duckdb/node-api'
import { DuckDBTypeId } from '@duckdb/node-api/lib/DuckDBTypeId.js'

import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { ValueType } from '../../ports/value-type.ts'
import { quoteName } from '../duckdb/quote-sql.ts'
import { DATE, readingOf, WIDE_DECIMAL } from './field-reading.ts'
import { writingOf } from './field-writing.ts'
import type { BoundColumn } from './relation.ts'
import type { ValueRules } from './value-rules.ts'

interface CastContext {
  readonly rules: ValueRules
  /** SQL for the number of the row. */
  readonly row: string | undefined
  readonly node: string
}

const DECIMAL = `DECIMAL(${WIDE_DECIMAL.precision}, ${WIDE_DECIMAL.scale})`

/** DuckDB's type for each option. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  decimal: DECIMAL,
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  json: 'JSON',
}

const CALENDAR: readonly DuckDBTypeId[] = [
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]

/**
 * SQL for a column as another type. A value that would be rounded or cut fails with its row, except the time of day of a moment that becomes a
 * date. Moments without a zone are UTC.
 */
export function castColumn(column: BoundColumn, option: string, { rules, row, node }: CastContext): string {
  const target = TYPES[option] ?? 'VARCHAR'
  const name = quoteName(column.name)
  // The common text of a boolean is one letter; SQL uses the whole word.
  const text = column.value.kind === 'boolean' ? `CAST(${name} AS VARCHAR)` : writingOf(column.type).text(name)
  if (option === 'text') return text
  const known = knownCast(column, option, text)
  if (known !== undefined) return `CAST(${known} AS ${target})`
  const failure = rules.fail({ column: column.name, rule: sentence`is no ${LABELS[option] ?? option}`, node }, row)
  const trimmed = NUMBERS.includes(option) && column.value.kind === 'bits' ? ofBits(text) : `trim(${text})`
  return `CASE WHEN ${name} IS NOT NULL THEN coalesce(${exact(trimmed, option, target)}, CAST(${failure} AS ${target})) END`
}

/** SQL for a value that is surely one of the other type, before the cast; nothing if each value has to be looked at. */
function knownCast({ name, type, value }: BoundColumn, option: string, text: string): string | undefined {
  switch (option) {
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return CALENDAR.includes(type.typeId) ? quoteName(name) : undefined
    case 'double':
      return value.kind === 'integer' && value.bits <= 32 ? quoteName(name) : undefined
    case 'json':
      if (value.kind === 'boolean') return `to_json(${quoteName(name)})`
      return isInQuotes(type, value) ? `to_json(${text})` : undefined
    default:
      return undefined
  }
}

const UNQUOTED: readonly ValueType['kind'][] = ['integer', 'decimal', 'float', 'json']

/** Whether a value is a text in JSON. A text itself may already be JSON, and what is nested becomes JSON by its notation. */
const isInQuotes = ({ typeId }: DuckDBType, { kind }: ValueType): boolean =>
  kind === 'bits' || (typeId !== DuckDBTypeId.VARCHAR && !UNQUOTED.includes(kind))

const NUMBERS = ['integer', 'decimal', 'double']

/** Bits are the digits of a binary number, as in Postgres and MySQL. */
const ofBits = (text: string) => `CAST(TRY_CAST(CAST(${text} AS BIT) AS UHUGEINT) AS VARCHAR)`

const LABELS: Readonly<Record<string, Sentence>> = {
  integer: sentence`whole number of 64 bits`,
  decimal: sentence`decimal number of 28 digits before the point and 10 after it`,
  double: sentence`number that 64 bits hold with all its digits`,
  boolean: sentence`yes or no`,
  date: sentence`date`,
  timestamp: sentence`date and time to the microsecond`,
  timestamptz: sentence`date and time to the microsecond`,
  json: sentence`JSON`,
}

const NUMBER = '[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?'
const NO_NUMBER = '(?i)[+-]?(inf|infinity|nan)'

const digitsOf = (number: string) => `ltrim(rtrim(replace(regexp_extract(${number}, '[\\d.]+'), '.', ''), '0'), '0')`

/** Whether a double has all digits of a number, or is exactly a whole one, whose last digits its notation leaves out. */
const isSameNumber = (text: string, double: string) =>
  `isfinite(${double}) AND (${digitsOf(text)} = ${digitsOf(`CAST(${double} AS VARCHAR)`)} OR regexp_full_match(${text}, '[+-]?\\d+') AND TRY_CAST(${double} AS HUGEINT) = TRY_CAST(${text} AS HUGEINT))`

/** NULL if the text is not exactly such a value. */
function exact(text: string, option: string, target: string): string {
  const cast = `TRY_CAST(${text} AS ${target})`
  switch (option) {
    case 'integer':
      return `CASE WHEN regexp_full_match(${text}, '[+-]?\\d+(\\.0*)?') THEN ${cast} END`
    case 'decimal':
      return readingOf({ kind: 'decimal' }).read(text)
    case 'double':
      return `CASE WHEN regexp_full_match(${text}, '${NUMBER}') AND ${isSameNumber(text, cast)} OR regexp_full_match(${text}, '${NO_NUMBER}') THEN ${cast} END`
    case 'json':
      return `CASE WHEN NOT regexp_full_match(${text}, '${NO_NUMBER}') THEN ${cast} END`
    case 'date':
      return `CASE WHEN regexp_full_match(${text}, '${DATE}') THEN ${cast} END`
    case 'timestamp':
    case 'timestamptz':
      // Through the zone that the text may contain, so that it is not lost.
      return `CASE WHEN NOT regexp_matches(${text}, '\\.\\d{6}\\d*[1-9]') THEN CAST(TRY_CAST(${text} AS TIMESTAMPTZ) AS ${target}) END`
    default:
      return cast
  }
}
