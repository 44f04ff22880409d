/** The known name that needs the fewest changes to become the given one; none if all are too far away to be meant. */
export function nearestName(given: string, known: Iterable<string>): string | undefined {
  const ranked = [...known]
    .map((name) => ({ name, distance: distanceOf(given.toUpperCase(), name.toUpperCase()) }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(2, given.length / 3) ? best.name : undefined
}

/** Letters to insert, remove or replace (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
