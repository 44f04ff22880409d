import { F, INTEGERS, type KeyDigest, P, type RowsFound } from '../../../ports/key-digest.ts'
import type { TextRow } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

/** Between two MySQL: the texts of equal types are equal, and so are their check sums. */
const SUMMED = 'mysql-crc32'

/** The names of the ways in which keys of these types can be summed up, cheapest first. */
export function digestsOf(types: readonly string[]): readonly string[] {
  const isWhole = types.every((type) => valueTypeOf(type).kind === 'integer')
  const bare = types.map((type) => type.replace(/ collate \w+| (not )?null\b.*$/gi, '').toLowerCase())
  return [...(isWhole ? [INTEGERS] : []), `${SUMMED} ${bare.join(', ')}`]
}

/** Counts the rows of what follows FROM, and sums their keys up. The answer is for `rowsFound`. */
export function digestStatement(from: string, digest: KeyDigest | undefined): string {
  if (!digest) return `SELECT COUNT(*) AS found, NULL AS digest FROM ${from}`
  const sum = (of: string) => `COALESCE(SUM(${of}), 0)`
  const isWhole = digest.name === INTEGERS
  const keys = isWhole ? `CONCAT(${sum('x')}, ':', ${sum('x * x')})` : `CAST(${sum('x')} AS CHAR)`
  const value = isWhole ? wholeNumber(digest.columns) : checkSum(digest.columns)
  return `SELECT COUNT(*) AS found, ${keys} AS digest FROM (SELECT ${value} AS x FROM ${from}) AS of_rows`
}

export const rowsFound = ({ found, digest }: TextRow): RowsFound => ({
  rows: Number(found),
  ...(digest != null && { keys: digest }),
})

/** Signed, because nothing below zero may come of unsigned numbers. */
function wholeNumber([first = '', ...rest]: readonly string[]): string {
  const remainder = (name: string) => `CAST(MOD(${quoteIdentifier(name)}, ${P}) AS SIGNED)`
  return rest.reduce((sum, name) => `MOD(${sum} * ${F} + ${remainder(name)}, ${P})`, remainder(first))
}

const checkSum = (columns: readonly string[]) =>
  `CRC32(CONCAT_WS('\\t', ${columns.map((name) => `COALESCE(CAST(${quoteIdentifier(name)} AS CHAR CHARACTER SET utf8mb4), '')`).join(', ')}))`
