import { defined } from '../../../../core/catalog/defined.ts'
import { F, INTEGERS, type KeyDigest, P, type RowsFound } from '../../../ports/key-digest.ts'
import type { TextRow } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { cellSum, isWholeTable } from './cell-sums.ts'

/** Between two MySQL servers: equal types have equal texts, and therefore equal checksums. */
const SUMMED = 'mysql-crc32'

/** The names of the digests that keys of these types support, cheapest first. */
export function digestsOf(types: readonly string[]): readonly string[] {
  const isWhole = types.every((type) => valueTypeOf(type).kind === 'integer')
  const bare = types.map((type) => type.replace(/ collate \w+| (not )?null\b.*$/gi, '').toLowerCase())
  return [...(isWhole ? [INTEGERS] : []), `${SUMMED} ${bare.join(', ')}`]
}

/** Counts the rows of the FROM clause and sums up their keys. `rowsFound` reads the answer. */
export function digestStatement(from: string, digest: KeyDigest | undefined): string {
  if (!digest) return `SELECT COUNT(*) AS found, NULL AS digest FROM ${from}`
  const cells = cellSum(digest)
  if (cells) return `SELECT COUNT(*) AS found, CAST(COALESCE(${cells}, 0) AS CHAR) AS digest FROM ${from}`
  const sum = (of: string) => `COALESCE(SUM(${of}), 0)`
  const isWhole = digest.name === INTEGERS
  const keys = isWhole ? `CONCAT(${sum('x')}, ':', ${sum('x * x')})` : `CAST(${sum('x')} AS CHAR)`
  const value = isWhole ? wholeNumber(digest.columns) : checkSum(digest.columns)
  return `SELECT COUNT(*) AS found, ${keys} AS digest FROM (SELECT ${value} AS x FROM ${from}) AS of_rows`
}

/** Counts the rows and sums them up, as `digestStatement` does; the server's own sum of a table needs a statement of its own. */
export async function sumRows(
  query: (statement: string) => Promise<readonly TextRow[]>,
  from: string,
  digest: KeyDigest | undefined,
): Promise<RowsFound> {
  if (!digest || !isWholeTable(digest)) return rowsFound((await query(digestStatement(from, digest)))[0] ?? {})
  const [summed] = await query(`CHECKSUM TABLE ${from}`)
  const [counted] = await query(digestStatement(from, undefined))
  return rowsFound({ found: counted?.['found'] ?? null, digest: summed?.['Checksum'] ?? null })
}

const rowsFound = ({ found, digest }: TextRow): RowsFound => defined({ rows: Number(found), keys: digest ?? undefined })

/** Signed, because an unsigned subtraction below zero is an error. */
function wholeNumber([first = '', ...rest]: readonly string[]): string {
  const remainder = (name: string) => `CAST(MOD(${quoteIdentifier(name)}, ${P}) AS SIGNED)`
  return rest.reduce((sum, name) => `MOD(${sum} * ${F} + ${remainder(name)}, ${P})`, remainder(first))
}

const checkSum = (columns: readonly string[]) =>
  `CRC32(CONCAT_WS('\\t', ${columns.map((name) => `COALESCE(CAST(${quoteIdentifier(name)} AS CHAR CHARACTER SET utf8mb4), '')`).join(', ')}))`
