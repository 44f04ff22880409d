import { P } from '../../../ports/key-digest.ts'
import {
  type KeyOrder,
  type KeyQuestion,
  type KeyRange,
  type KeySpan,
  type KeySum,
  TEXTS,
} from '../../../ports/vanished-rows.ts'
import {
  digitsOf,
  joinedRanges,
  type KeyColumn,
  prefixOf,
  SUMMED_DIGITS,
  SUMMED_FROM,
} from '../../shared/key-ranges.ts'
import type { TextRow } from '../driver/postgres-session.ts'
import { moneyNumber } from '../schema/money.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { RECORD, recordHash } from './key-digest.ts'

/** The text of a key column in `hash`, equal in all systems. */
function keyText({ name, value, type = '', currency }: KeyColumn): string {
  const quoted = quoteIdentifier(name)
  switch (value.kind) {
    case 'decimal': {
      const text = `${currency ? moneyNumber(quoted, currency.digits) : quoted}::numeric::text`
      return `CASE WHEN ${text} LIKE '%.%' THEN pg_catalog.rtrim(pg_catalog.rtrim(${text}, '0'), '.') ELSE ${text} END`
    }
    case 'timestamp': {
      const text = `pg_catalog.to_char(${quoted}${value.zoned ? ` AT TIME ZONE 'UTC'` : ''}, 'YYYY-MM-DD HH24:MI:SS.US')`
      // It shows neither infinity nor that a year is before the first.
      return `CASE WHEN pg_catalog.isfinite(${quoted}) AND ${quoted} >= '0001-01-01' THEN ${text} ELSE ${quoted}::text END`
    }
    case 'bytes':
      return `pg_catalog.encode(${quoted}, 'hex')`
    case 'boolean':
      return `${quoted}::int::text`
    default:
      return CAST_APART.test(type)
        ? `CASE WHEN ${quoted} IS NOT NULL THEN pg_catalog.format('%s', ${quoted}) END`
        : `${quoted}::text`
  }
}

/** Types that a cast shows otherwise than a copy: without blanks at the end, with the length of a mask. */
const CAST_APART = /^(character(\(|$)|bpchar$|inet$)/

/** The client's encoding is UTF-8, whatever that of the database. */
const sha256 = (texts: readonly string[]) =>
  `pg_catalog.encode(pg_catalog.sha256(pg_catalog.textsend(${texts.join(` || E'\\t' || `)})), 'hex')`

const hashOf = (columns: readonly KeyColumn[]) => sha256(columns.map((column) => `COALESCE(${keyText(column)}, '')`))

const prefix = (hash: string, bits: number) => `pg_catalog.left(${hash}, ${digitsOf(bits)})`

const SUMMED = `('x' || pg_catalog.substr(hash, ${SUMMED_FROM}, ${SUMMED_DIGITS}))::bit(${SUMMED_DIGITS * 4})::int`

/** The condition for keys in these ranges, so that an index can be used for `number`. */
export function keysWithin(order: KeyOrder, columns: readonly KeyColumn[], ranges: readonly KeyRange[]): string {
  if (ranges.length === 0) return 'false'
  if (order === 'number') {
    const name = quoteIdentifier(columns[0]?.name ?? '')
    const bounds = joinedRanges(ranges).map(({ first, last }) => `${name} BETWEEN ${bound(first)} AND ${bound(last)}`)
    return `(${bounds.join(' OR ')})`
  }
  const sizes = Map.groupBy(ranges, ({ bits }) => bits)
  const hash = hashOf(columns)
  const listed = (some: readonly KeyRange[]) => some.map((range) => `'${prefixOf(range)}'`).join(', ')
  const parts = [...sizes].map(([bits, some]) => `${prefix(hash, bits)} IN (${listed(some)})`)
  return `(${parts.join(' OR ')})`
}

/** A bare number of this size would be of another type, for which an index of integers is not used. */
const bound = (place: bigint) => `'${place}'::bigint`

/** The types that every server hashes in the same way, inside a row. Not `interval`: a month has the hash of 30 days. */
const HASHED =
  /^(smallint|integer|bigint|boolean|real|double precision|numeric|text|character varying|character|date|time|timestamp|uuid|bytea|jsonb|inet|oid)\b(?!.*\[\])/

export interface SummedColumn {
  readonly type: string
  /** Its values may be equal although they differ, and so may their hashes. */
  readonly isLoose: boolean
}

/** How rows with these columns are summed: between two servers with equal types a hash of the row takes a quarter of the time of texts. */
export const rowSumsOf = (columns: readonly SummedColumn[], major: number, encoding: string): readonly string[] =>
  major >= 14 && columns.every(({ type, isLoose }) => HASHED.test(type) && !isLoose)
    ? [`${RECORD}/${encoding} ${columns.map(({ type }) => type).join(', ')}`, TEXTS]
    : [TEXTS]

const rowHashOf = (key: readonly KeyColumn[], values: readonly KeyColumn[]) =>
  sha256([hashOf(key), ...values.map((column) => `COALESCE('+' || ${keyText(column)}, '')`)])

/** Sums the keys of a FROM clause range by range, or with values its rows. `keySumOf` reads the answer. */
export function keySumsStatement(
  from: string,
  columns: readonly KeyColumn[],
  { order, bits, by = TEXTS }: KeyQuestion,
  values?: readonly KeyColumn[],
): string {
  const summed = (key: string, sums: string, keys: string) =>
    `SELECT ${key} AS number, pg_catalog.count(*) AS rows, ${sums} AS sum FROM (${keys}) keys GROUP BY 1`
  if (values) {
    const isNumber = order === 'number'
    const place = isNumber ? `${quoteIdentifier(columns[0]?.name ?? '')}::bigint` : hashOf(columns)
    const hash = by === TEXTS ? rowHashOf(columns, values) : recordHash([...columns, ...values].map(({ name }) => name))
    const rows = `SELECT ${place} AS place, ${hash} AS hash FROM ${from} OFFSET 0`
    const sum = `pg_catalog.sum(${by === TEXTS ? SUMMED : 'hash'})`
    return summed(isNumber ? `place >> ${bits}` : prefix('place', bits), sum, rows)
  }
  if (order === 'number') {
    const name = quoteIdentifier(columns[0]?.name ?? '')
    const keys = `SELECT ${name}::bigint AS place, ${name}::bigint % ${P} AS x FROM ${from}`
    // Sums of numbers of 32 bits use a tenth of the memory of others.
    const squares = `pg_catalog.sum((x * x % ${P})::int)`
    return summed(`place >> ${bits}`, `pg_catalog.sum(x::int) || ':' || ${squares}`, keys)
  }
  // The server would otherwise compute the hash for each of its uses.
  const keys = `SELECT ${hashOf(columns)} AS hash FROM ${from} OFFSET 0`
  return summed(prefix('hash', bits), `pg_catalog.sum(${SUMMED})`, keys)
}

export const keySumOf = (row: TextRow, { order, bits }: Pick<KeyQuestion, 'order' | 'bits'>): KeySum => ({
  first: BigInt(`${order === 'hash' ? '0x' : ''}${row['number'] ?? 0}`) << BigInt(bits),
  rows: Number(row['rows']),
  sum: row['sum'] ?? '',
})

/** The first and the last number of a key. `keySpanOf` reads the answer. */
export const keySpanStatement = (from: string, column: string) =>
  `SELECT pg_catalog.min(${quoteIdentifier(column)}) AS first, pg_catalog.max(${quoteIdentifier(column)}) AS last FROM ${from}`

export const keySpanOf = ({ first, last }: TextRow): KeySpan | undefined =>
  first == null || last == null ? undefined : { first: BigInt(first), last: BigInt(last) }
