import { P } from '../../../ports/key-digest.ts'
import type { KeyOrder, KeyQuestion, KeyRange, KeySpan, KeySum } from '../../../ports/vanished-rows.ts'
import {
  digitsOf,
  joinedRanges,
  type KeyColumn,
  prefixOf,
  SUMMED_DIGITS,
  SUMMED_FROM,
} from '../../shared/key-ranges.ts'
import type { TextRow } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'

/** The text of a key column in `hash`, equal in all systems. */
function keyText({ name, value, type = '' }: KeyColumn): string {
  const quoted = quoteIdentifier(name)
  switch (value.kind) {
    case 'integer':
      return text(`${quoted} + 0`)
    case 'interval':
    case 'decimal': {
      // Adding 0 removes leading zeros.
      const whole = text(/\bzerofill\b/.test(type) ? `${quoted} + 0` : quoted)
      return `IF(LOCATE('.', ${whole}) > 0, TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${whole})), ${whole})`
    }
    case 'bits':
      return text(`LPAD(BIN(${quoted} + 0), ${value.length ?? 1}, '0')`)
    case 'timestamp':
      return text(`DATE_FORMAT(${quoted}, '%Y-%m-%d %H:%i:%s.%f')`)
    case 'date':
      return text(`DATE_FORMAT(${quoted}, '%Y-%m-%d')`)
    case 'bytes':
      return text(`LOWER(HEX(${quoted}))`)
    case 'uuid':
      return text(`LOWER(${quoted})`)
    default:
      return text(quoted)
  }
}

const text = (expression: string) => `CAST(${expression} AS CHAR CHARACTER SET utf8mb4)`

const hashOf = (columns: readonly KeyColumn[]) =>
  `SHA2(CONCAT_WS('\\t', ${columns.map((column) => `COALESCE(${keyText(column)}, '')`).join(', ')}), 256)`

const prefix = (hash: string, bits: number) => `LEFT(${hash}, ${digitsOf(bits)})`

const SUMMED = `CAST(CONV(SUBSTRING(hash, ${SUMMED_FROM}, ${SUMMED_DIGITS}), 16, 10) AS UNSIGNED)`

/** The server's shift is unsigned, so that numbers are shifted as distances from the smallest number. */
const SMALLEST = -(1n << 63n)

/** The condition for keys in these ranges, so that an index can be used for `number`. */
export function keysWithin(order: KeyOrder, columns: readonly KeyColumn[], ranges: readonly KeyRange[]): string {
  if (ranges.length === 0) return 'FALSE'
  if (order === 'number') {
    const name = quoteIdentifier(columns[0]?.name ?? '')
    return `(${joinedRanges(ranges)
      .map(({ first, last }) => `${name} BETWEEN ${first} AND ${last}`)
      .join(' OR ')})`
  }
  const sizes = Map.groupBy(ranges, ({ bits }) => bits)
  const hash = hashOf(columns)
  const listed = (some: readonly KeyRange[]) => some.map((range) => `'${prefixOf(range)}'`).join(', ')
  const parts = [...sizes].map(([bits, some]) => `${prefix(hash, bits)} IN (${listed(some)})`)
  return `(${parts.join(' OR ')})`
}

const rowHashOf = (key: readonly KeyColumn[], values: readonly KeyColumn[]) =>
  `SHA2(CONCAT_WS('\\t', ${[hashOf(key), ...values.map((column) => `COALESCE(CONCAT('+', ${keyText(column)}), '')`)].join(', ')}), 256)`

/** Sums the keys of a FROM clause range by range, or with values its rows. `keySumOf` reads the answer. */
export function keySumsStatement(
  from: string,
  columns: readonly KeyColumn[],
  { order, bits }: KeyQuestion,
  values?: readonly KeyColumn[],
): string {
  const summed = (number: string, sums: string, keys: string) =>
    `SELECT ${number} AS number, COUNT(*) AS found, ${sums} AS total FROM (${keys}) of_keys GROUP BY 1`
  if (values) {
    const isNumber = order === 'number'
    const own = quoteIdentifier(columns[0]?.name ?? '')
    const place = isNumber ? `CAST(${own} AS UNSIGNED) ^ ${1n << 63n}` : hashOf(columns)
    const rows = `SELECT ${place} AS place, ${rowHashOf(columns, values)} AS hash FROM ${from}`
    return summed(isNumber ? `place >> ${bits}` : prefix('place', bits), `SUM(${SUMMED})`, rows)
  }
  if (order === 'number') {
    const name = quoteIdentifier(columns[0]?.name ?? '')
    const keys = `SELECT CAST(${name} AS UNSIGNED) ^ ${1n << 63n} AS place, CAST(MOD(${name}, ${P}) AS SIGNED) AS x FROM ${from}`
    return summed(`place >> ${bits}`, `CONCAT(SUM(x), ':', SUM(MOD(x * x, ${P})))`, keys)
  }
  const keys = `SELECT ${hashOf(columns)} AS hash FROM ${from}`
  return summed(prefix('hash', bits), `SUM(${SUMMED})`, keys)
}

export function keySumOf(row: TextRow, { order, bits }: KeyQuestion): KeySum {
  const place = BigInt(`${order === 'hash' ? '0x' : ''}${row['number'] ?? 0}`) << BigInt(bits)
  return {
    first: order === 'number' ? place + SMALLEST : place,
    rows: Number(row['found']),
    sum: row['total'] ?? '',
  }
}

/** The first and the last number of a key. `keySpanOf` reads the answer. */
export const keySpanStatement = (from: string, column: string) =>
  `SELECT MIN(${quoteIdentifier(column)}) AS first_key, MAX(${quoteIdentifier(column)}) AS last_key FROM ${from}`

export const keySpanOf = ({ first_key: first, last_key: last }: TextRow): KeySpan | undefined =>
  first == null || last == null ? undefined : { first: BigInt(first), last: BigInt(last) }
