import { P } from '../../../ports/key-digest.ts'
import { TEXTS } from '../../../ports/vanished-rows.ts'
import { digitsOf, type KeyColumn, respelled, SUMMED_DIGITS, SUMMED_FROM } from '../../sql/key-ranges.ts'
import { keySql } from '../../sql/key-sql.ts'
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

const spelledText = (column: KeyColumn) => respelled(keyText(column), column, 'pg_catalog.')

const hashOf = (columns: readonly KeyColumn[]) =>
  sha256(columns.map((column) => `COALESCE(${spelledText(column)}, '')`))

const prefix = (hash: string, bits: number) => `pg_catalog.left(${hash}, ${digitsOf(bits)})`

const SUMMED = `('x' || pg_catalog.substr(hash, ${SUMMED_FROM}, ${SUMMED_DIGITS}))::bit(${SUMMED_DIGITS * 4})::int`

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
  sha256([hashOf(key), ...values.map((column) => `COALESCE('+' || ${spelledText(column)}, '')`)])

/** Statements over keys in Postgres. */
export const KEY_SQL = keySql({
  catalog: 'pg_catalog.',
  quote: quoteIdentifier,
  hashOf,
  prefix,
  constant: bound,
  origin: 0n,
  sumsStatement(from, columns, { order, bits, by = TEXTS }, values) {
    const summed = (key: string, sums: string, keys: string) =>
      `SELECT ${key} AS number, pg_catalog.count(*) AS found, ${sums} AS total FROM (${keys}) keys GROUP BY 1`
    const name = quoteIdentifier(columns[0]?.name ?? '')
    if (values) {
      const isNumber = order === 'number'
      const place = isNumber ? `${name}::bigint` : hashOf(columns)
      const hash =
        by === TEXTS ? rowHashOf(columns, values) : recordHash([...columns, ...values].map(({ name: own }) => own))
      const rows = `SELECT ${place} AS place, ${hash} AS hash FROM ${from} OFFSET 0`
      const sum = `pg_catalog.sum(${by === TEXTS ? SUMMED : 'hash'})`
      return summed(isNumber ? `place >> ${bits}` : prefix('place', bits), sum, rows)
    }
    if (order === 'number') {
      const keys = `SELECT ${name}::bigint AS place, ${name}::bigint % ${P} AS x FROM ${from}`
      // Sums of numbers of 32 bits use a tenth of the memory of others.
      const squares = `pg_catalog.sum((x * x % ${P})::int)`
      return summed(`place >> ${bits}`, `pg_catalog.sum(x::int) || ':' || ${squares}`, keys)
    }
    // The server would otherwise compute the hash for each of its uses.
    const keys = `SELECT ${hashOf(columns)} AS hash FROM ${from} OFFSET 0`
    return summed(prefix('hash', bits), `pg_catalog.sum(${SUMMED})`, keys)
  },
})
