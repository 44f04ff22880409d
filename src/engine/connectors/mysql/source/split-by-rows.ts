import type { TableRange } from '../../../ports/ranges.ts'

/** Guesses for each range that is expected, and in addition. */
const GUESSES = 8
const MORE_GUESSES = 512

interface Part extends TableRange {
  readonly rows: number
}

/**
 * Splits a range of keys into ranges of about so many rows, however the keys are distributed: halves what has more, and joins neighbours that have
 * less. @param guess the number of rows in a range, as the server expects it
 */
export async function splitByRows(
  range: TableRange,
  most: number,
  guess: (range: TableRange) => Promise<number>,
): Promise<readonly TableRange[]> {
  const rows = await guess(range)
  let guesses = MORE_GUESSES + GUESSES * Math.ceil(rows / most)
  const parts: Part[] = []
  const waiting: Part[] = [{ ...range, rows }]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const middle = part.first + (part.end - part.first) / 2n
    if (part.rows <= most || middle === part.first || guesses <= 0) {
      addPart(parts, part, most)
      continue
    }
    guesses -= 2
    const [lower, upper] = [
      { first: part.first, end: middle },
      { first: middle, end: part.end },
    ]
    waiting.push({ ...upper, rows: await guess(upper) }, { ...lower, rows: await guess(lower) })
  }
  return parts.map(({ first, end }) => ({ first, end }))
}

function addPart(parts: Part[], part: Part, most: number): void {
  const before = parts.at(-1)
  if (!before || before.rows + part.rows > most) parts.push(part)
  else parts[parts.length - 1] = { first: before.first, end: part.end, rows: before.rows + part.rows }
}
