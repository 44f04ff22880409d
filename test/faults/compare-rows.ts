export interface Difference {
  /** Rows that should be there and are not. */
  readonly lost: number
  /** Rows that are there more often than they should be. */
  readonly duplicated: number
  /** Rows that should not be there at all. */
  readonly foreign: number
}

/** How what is there differs from what should be, whatever the order. */
export function compareRows(found: readonly string[], wanted: readonly string[]): Difference {
  const left = new Map<string, number>()
  for (const row of wanted) left.set(row, (left.get(row) ?? 0) + 1)
  let duplicated = 0
  let foreign = 0
  for (const row of found) {
    const count = left.get(row)
    if (count === undefined) foreign++
    else if (count === 0) duplicated++
    else left.set(row, count - 1)
  }
  return { lost: [...left.values()].reduce((sum, count) => sum + count, 0), duplicated, foreign }
}

export const areEqual = ({ lost, duplicated, foreign }: Difference) => lost + duplicated + foreign === 0
