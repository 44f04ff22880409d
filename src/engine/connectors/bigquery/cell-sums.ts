import { type Cell, type CellNotation, type CellSums, type KeyDigest, NO_VALUE, P } from '../../ports/key-digest.ts'
import { rowNumber } from '../shared/cell-sums.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import { quote } from './merge-statement.ts'

/** BigQuery has no CRC. */
const HASH = 'sha256'

const NOTATIONS: Readonly<Record<string, CellNotation>> = {
  BOOL: 'whole',
  INT64: 'whole',
  NUMERIC: 'decimal',
  BIGNUMERIC: 'decimal',
  STRING: 'text',
  BYTES: 'bytes',
  DATE: 'day',
  DATETIME: 'moment',
  TIMESTAMP: 'moment',
}

/**
 * What BigQuery can sum of the values of these staged columns. It does not say which digits it shows of FLOAT64, and no other system sums times of day.
 */
export const cellSumsOf = (columns: readonly Pick<BigqueryColumn, 'type'>[]): CellSums => ({
  hashes: [HASH],
  cells: columns.map(({ type }) => {
    const notation = NOTATIONS[type]
    return notation && { notation, type }
  }),
})

/** Counts the staged rows and sums them up; the answer is one row. */
export function sumStatement(staging: string, digest: KeyDigest | undefined): string {
  const { name, columns = [], cells } = digest ?? {}
  const numbers =
    name === HASH && cells?.map((cell, at) => `IFNULL(${cellNumber(columns[at] ?? '', cell)}, ${NO_VALUE})`)
  const sum = numbers
    ? `CAST(IFNULL(SUM(CAST(${rowNumber(numbers, (of, by) => `MOD(${of}, ${by})`)} AS NUMERIC)), 0) AS STRING)`
    : 'NULL'
  return `SELECT COUNT(*), ${sum} FROM ${quote(staging)}`
}

const hashOf = (value: string) => `CAST(CONCAT('0x', SUBSTR(TO_HEX(SHA256(${value})), 1, 8)) AS INT64)`

/** Without zeros at the end, whether BigQuery shows them or not: it does not say. */
const trimmed = (text: string) =>
  `CASE WHEN STRPOS(${text}, '.') > 0 THEN RTRIM(RTRIM(${text}, '0'), '.') ELSE ${text} END`

/** The SQL of the number of one cell. */
function cellNumber(name: string, { notation, type }: Cell): string {
  const own = quote(name)
  switch (notation) {
    case 'whole':
      return type === 'BOOL' ? `CAST(${own} AS INT64)` : `MOD(${own}, ${P})`
    case 'day':
      return `DATE_DIFF(${own}, DATE '0001-01-01', DAY) + 366`
    case 'moment':
      return type === 'TIMESTAMP'
        ? `MOD(UNIX_MICROS(${own}), ${P})`
        : `MOD(DATETIME_DIFF(${own}, DATETIME '1970-01-01', MICROSECOND), ${P})`
    case 'decimal':
      return hashOf(trimmed(`CAST(${own} AS STRING)`))
    default:
      return hashOf(own)
  }
}
