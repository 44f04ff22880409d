/** The most similar name, or nothing if none is similar. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const limit = Math.ceil(wanted.length / 3)
  let nearest: string | undefined
  let smallest = limit + 1
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= smallest) continue
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase())
    if (distance < smallest) [nearest, smallest] = [name, distance]
  }
  return nearest
}

/** Number of letters to add, drop or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
