import { DuckDBTypeId } from '@duckdb/node-api/lib/DuckDBTypeId.js'

import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
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
  const isCalendar = CALENDAR.includes(column.type.typeId)
  if (isCalendar && ['DATE', 'TIMESTAMP', 'TIMESTAMPTZ'].includes(target)) return `CAST(${name} AS ${target})`
  if (option === 'json' && column.type.typeId !== DuckDBTypeId.VARCHAR) return `CAST(to_json(${name}) AS JSON)`
  if (option === 'double' && column.value.kind === 'integer') return `CAST(${name} AS DOUBLE)`
  const failure = rules.fail({ column: column.name, rule: sentence`is no ${LABELS[option] ?? option}`, node }, row)
  return `CASE WHEN ${name} IS NOT NULL THEN coalesce(${exact(`trim(${text})`, option, target)}, CAST(${failure} AS ${target})) END`
}

const LABELS: Readonly<Record<string, Sentence>> = {
  integer: sentence`whole number of 64 bits`,
  decimal: sentence`decimal number of 28 digits before the point and 10 after it`,
  double: sentence`number`,
  boolean: sentence`yes or no`,
  date: sentence`date`,
  timestamp: sentence`date and time to the microsecond`,
  timestamptz: sentence`date and time to the microsecond`,
  json: sentence`JSON`,
}

const NUMBER = '[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?'
const NO_NUMBER = '(?i)[+-]?(inf|infinity|nan)'

/** NULL if the text is not exactly such a value. */
function exact(text: string, option: string, target: string): string {
  const cast = `TRY_CAST(${text} AS ${target})`
  switch (option) {
    case 'integer':
      return `CASE WHEN regexp_full_match(${text}, '[+-]?\\d+(\\.0*)?') THEN ${cast} END`
    case 'decimal':
      return readingOf({ kind: 'decimal' }).read(text)
    case 'double':
      return `CASE WHEN regexp_full_match(${text}, '${NUMBER}') AND isfinite(${cast}) OR regexp_full_match(${text}, '${NO_NUMBER}') THEN ${cast} END`
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
