import { defined } from '../../../../core/catalog/defined.ts'
import { F, INTEGERS, type KeyDigest, P, type RowsFound } from '../../../ports/key-digest.ts'
import type { TextRow } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { cellSum } from './cell-sums.ts'

/** Between two Postgres servers: a hash needs a third less time than the remainders and squares that other systems also support. */
const HASHED_INTEGERS = 'postgres-hash-integers'

/** Between two Postgres servers: equal types have equal texts, and equal hashes if both use the same encoding. */
const HASHED = 'postgres-hash'

/** Between two Postgres servers: a hash of a whole row, in which NULL and an empty text differ. */
export const RECORD = 'postgres-record'

export const recordHash = (columns: readonly string[]) =>
  `pg_catalog.hash_record_extended(ROW(${columns.map(quoteIdentifier).join(', ')}), 0)`

export const ENCODING_OF_DATABASE = 'SELECT pg_catalog.getdatabaseencoding() AS encoding'

/** The names of the digests that keys of these types support, cheapest first. */
export function digestsOf(types: readonly string[], encoding: string): readonly string[] {
  const isWhole = types.every((type) => valueTypeOf(type).kind === 'integer')
  return [...(isWhole ? [HASHED_INTEGERS, INTEGERS] : []), `${HASHED}/${encoding} ${types.join(', ')}`]
}

/** Counts the rows of the FROM clause and sums up their keys. `rowsFound` reads the answer. */
export function digestStatement(from: string, digest: KeyDigest | undefined): string {
  if (!digest) return `SELECT pg_catalog.count(*) AS rows, NULL AS keys FROM ${from}`
  const cells = cellSum(digest)
  if (cells) return `SELECT pg_catalog.count(*) AS rows, COALESCE(${cells}, 0)::text AS keys FROM ${from}`
  const sum = (of: string) => `COALESCE(pg_catalog.sum(${of}), 0)`
  const keys = digest.name === INTEGERS ? `${sum('x')} || ':' || ${sum('x * x')}` : `${sum('x')}::text`
  const value = summed(digest)
  return `SELECT pg_catalog.count(*) AS rows, ${keys} AS keys FROM (SELECT ${value} AS x FROM ${from}) AS keys`
}

export const rowsFound = ({ rows, keys }: TextRow): RowsFound =>
  defined({ rows: Number(rows), keys: keys ?? undefined })

function wholeNumber([first = '', ...rest]: readonly string[]): string {
  const remainder = (name: string) => `${quoteIdentifier(name)}::bigint % ${P}`
  return rest.reduce((sum, name) => `((${sum}) * ${F} + ${remainder(name)}) % ${P}`, remainder(first))
}

/** The hash of each column is the seed for the hash of the next. */
const hashOfIntegers = (columns: readonly string[]) =>
  columns.reduce((seed, name) => `pg_catalog.hashint8extended(${quoteIdentifier(name)}::bigint, ${seed})`, '0')

const summed = ({ name, columns }: KeyDigest) =>
  VALUES[name]?.(columns) ?? (name.startsWith(RECORD) ? recordHash(columns) : hash(columns))

/** Texts with tabs could collide more often; hardly any keys contain them. */
const hash = (columns: readonly string[]) => {
  const texts = columns.map((name) => `COALESCE(${quoteIdentifier(name)}::text, '')`)
  return `pg_catalog.hashtextextended((${texts.join(` || E'\\t' || `)}) COLLATE "C", 0)`
}

const VALUES: Readonly<Record<string, (columns: readonly string[]) => string>> = {
  [INTEGERS]: wholeNumber,
  [HASHED_INTEGERS]: hashOfIntegers,
}
