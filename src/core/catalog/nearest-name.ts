/** The most similar name, or nothing if none is similar. A common schema makes no two names similar. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined
  let smallest = Number.POSITIVE_INFINITY
  for (const name of names) {
    const schema = commonSchema(wanted, name).length
    const [one, other] = [wanted.slice(schema), name.slice(schema)]
    const limit = Math.min(smallest, Math.ceil(one.length / 3) + 1)
    if (Math.abs(other.length - one.length) >= limit) continue
    const distance = editDistance(one.toLowerCase(), other.toLowerCase())
    if (distance < limit) [nearest, smallest] = [name, distance]
  }
  return nearest
}

/** With its dot; nothing if the names are in two schemas, or in none. */
function commonSchema(one: string, other: string): string {
  const schema = one.slice(0, one.lastIndexOf('.') + 1)
  return other.startsWith(schema) ? schema : ''
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
