import { ADDED, DIVIDEND, factorOf, P } from '../../ports/key-digest.ts'

/**
 * The SQL of the number of a row; see `factorOf`.
 * @param cells the SQL of each cell, a signed whole number of at most 34 bits. @param remainder of two numbers, with the sign of the first
 */
export function rowNumber(cells: readonly string[], remainder: (of: string, by: string) => string): string {
  const products = cells.map((cell, at) => `${cell} * ${factorOf(at)}`)
  const parts: string[] = []
  for (let from = 0; from < products.length; from += ADDED)
    parts.push(remainder(`(${products.slice(from, from + ADDED).join(' + ')})`, String(P)))
  const sum = parts.length === 1 ? parts.join() : remainder(`(${parts.join(' + ')})`, String(P))
  return remainder(String(DIVIDEND), `(${sum} + ${P + 1})`)
}

/**
 * The SQL of the number of a cell of floating point. Systems write it with the fewest digits that tell it from its neighbours, from 0.0001 to 10¹⁵ as
 * the same text, outside of that with the same digits up to 2⁵³. From there on Postgres takes one more digit for some, so the whole number itself
 * counts; from 2⁶³ on, all are alike.
 */
export const doubleCases = (
  own: string,
  { plain, digits, whole }: Readonly<Record<'plain' | 'digits' | 'whole', string>>,
): string =>
  `CASE WHEN ${own} IS NULL THEN NULL WHEN ABS(${own}) >= 1e-4 AND ABS(${own}) < 1e15 THEN ${plain} WHEN ${own} = 0 THEN 0
    WHEN ABS(${own}) < 9007199254740992 THEN ${digits} WHEN ABS(${own}) < 9.2e18 THEN ${whole} ELSE 1 END`
