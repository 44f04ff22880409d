import { NegativeZeros } from '../../../formats/common-text/negative-zeros.ts'
import type { ChangedTable } from '../../../ports/change-batch.ts'

/** Counts the values -0 in rows that come. @param columns as in `NegativeZeros` */
export function zerosIn(
  { bytes, current, added }: ChangedTable,
  columns: readonly (string | undefined)[],
): NegativeZeros {
  const zeros = new NegativeZeros(columns)
  if (zeros.isNeeded && bytes.includes('-0', 0, 'latin1'))
    for (const rows of [current.values(), added]) for (const { start, end } of rows) zeros.see(bytes, start, end)
  return zeros
}

/** @returns nothing if there are none */
export const unsignedIn = (found: ReadonlyMap<string, number>): { readonly unsigned?: number } =>
  found.size > 0 ? { unsigned: [...found.values()].reduce((sum, values) => sum + values, 0) } : {}
