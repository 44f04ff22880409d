/** What one answer to an assistant has at most: rows, characters of a value, and characters of all values. */
export const SHOWN_LIMITS = { rows: 20, characters: 200, total: 20_000 } as const

/** Short enough that a table with a thousand columns still has a row. */
const LEAST_CHARACTERS = 10

export type ShownValue = string | null

/**
 * The first rows that fit into one answer to an assistant, with long values cut.
 * @param most how many rows at most @returns the rows, and whether others were left out
 */
export function boundedRows<Row extends { readonly values?: readonly ShownValue[] }>(
  rows: readonly Row[],
  limit: number = SHOWN_LIMITS.rows,
): { readonly rows: readonly Row[]; readonly hasMore: boolean } {
  const shown: Row[] = []
  let left: number = SHOWN_LIMITS.total
  for (const row of rows.slice(0, limit)) {
    const values = row.values && cut(row.values)
    left -= values?.reduce((sum, value) => sum + (value?.length ?? 0), 0) ?? 0
    if (left < 0 && shown.length > 0) break
    shown.push(values ? { ...row, values } : row)
  }
  return { rows: shown, hasMore: shown.length < rows.length }
}

function cut(values: readonly ShownValue[]): readonly ShownValue[] {
  const fair = Math.floor(SHOWN_LIMITS.total / Math.max(1, values.length))
  const longest = Math.max(LEAST_CHARACTERS, Math.min(SHOWN_LIMITS.characters, fair))
  // Half of a character is no text.
  return values.map((value) =>
    value === null || value.length <= longest ? value : `${value.slice(0, longest - 1).toWellFormed()}…`,
  )
}
