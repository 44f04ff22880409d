import type { SourceColumn } from '../../ports/source.ts'
import type { ValueType } from '../../ports/value-type.ts'
import type { DerivedColumn, DerivedDialect, MeasuredColumn } from '../shared/derived/derived-column.ts'
import { ORDINAL, quote } from './merge-statement.ts'

/** Of the engine's decimals. */
const DIGITS = 38
/** Of NUMERIC, after the point; with as many, 38 digits fit it. */
const NUMERIC_SCALE = 9

/**
 * How BigQuery runs steps. Its rows wait in tables with the types that they would have in a target.
 * Source: cloud.google.com/bigquery/docs/reference/standard-sql/data-types
 * @param comparesBytes whether texts in new tables are compared by their characters
 */
export const derivedDialect = (comparesBytes: boolean): DerivedDialect => ({
  quote,
  place: quote(ORDINAL.name),
  arrived: (column, sql) => ({ column: { sql, ...arrived(column, comparesBytes) }, outside: [] }),
  functions: { schema: '', countType: 'INT64', sum: summed },
  plain: (sql) => sql,
  // BigQuery takes QUALIFY only beside another clause.
  first: ({ from, columns, keys, order }) =>
    `SELECT ${columns.join(', ')} FROM ${from} WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY ${keys.join(', ')} ORDER BY ${order.join(', ')}) = 1`,
  stored: ({ sql, type }, to) => (type === to ? `CAST(${sql} AS ${type})` : undefined),
})

/** What the engine refuses, BigQuery refuses when it is loaded. */
function arrived(column: SourceColumn, comparesBytes: boolean): Omit<DerivedColumn, 'sql'> {
  const { type, value } = column
  const family = column.hasNativeText || column.currency ? 'none' : familyOf(value, comparesBytes)
  return { type, family, isWide: false, scale: value.kind === 'decimal' ? (value.scale ?? 0) : 0 }
}

/** Values that BigQuery could compare otherwise than the engine have no family. */
function familyOf(value: ValueType, comparesBytes: boolean): DerivedColumn['family'] {
  switch (value.kind) {
    case 'integer':
    case 'boolean':
    case 'date':
      return value.kind
    case 'decimal':
      return hasKnownDigits(value) ? 'decimal' : 'none'
    case 'text':
      return comparesBytes && !value.padded ? 'text' : 'none'
    case 'uuid':
      return comparesBytes ? 'uuid' : 'none'
    case 'timestamp':
      return momentOf(value)
    default:
      return 'none'
  }
}

const hasKnownDigits = ({ precision, scale = 0 }: Extract<ValueType, { kind: 'decimal' }>) =>
  precision !== undefined && precision <= DIGITS && scale >= 0 && scale <= precision

const momentOf = ({ precision, zoned }: Extract<ValueType, { kind: 'timestamp' }>) =>
  precision > 6 ? 'none' : zoned ? 'timestamptz' : 'timestamp'

/** BigQuery's own sums of whole numbers end at 64 bits, and BIGNUMERIC has more digits than the engine. */
function summed({ sql, scale }: DerivedColumn): MeasuredColumn {
  const sum = `SUM(CAST(${sql} AS BIGNUMERIC))`
  const limit = `BIGNUMERIC '1${'0'.repeat(DIGITS - scale)}'`
  const checked = `IF(ABS(${sum}) >= ${limit}, ERROR('A sum has more than ${DIGITS} digits.'), ${sum})`
  const type = scale === NUMERIC_SCALE ? 'NUMERIC' : 'BIGNUMERIC'
  return {
    sql: type === 'NUMERIC' ? `CAST(${checked} AS NUMERIC)` : checked,
    column: { type, family: 'decimal', isWide: false, scale },
  }
}
