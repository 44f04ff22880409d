import type { TableRange } from '../../../ports/ranges.ts'

/** Guesses for each range that is expected, and in addition. */
const GUESSES = 8
const MORE_GUESSES = 512

interface Part extends TableRange {
  readonly rows: number
}

/** As many ranges of keys with the same width, at most; each has a key. */
function evenly({ first, end }: TableRange, count: number): readonly TableRange[] {
  const width = end - first
  const all = BigInt(Math.max(1, Math.ceil(count)))
  const parts = all < width ? all : width
  const cut = (at: bigint) => first + (width * at) / parts
  return Array.from({ length: Number(parts) }, (_, at) => ({ first: cut(BigInt(at)), end: cut(BigInt(at + 1)) }))
}

/** How much more than an average range one may have before it is halved; there are as many more ranges. */
const SLACK = 1.5

interface Wanted {
  /** All keys. */
  readonly span: TableRange
  /** Those that are wanted, in order. */
  readonly gaps: readonly TableRange[]
  /** At least this number of ranges would be made of all keys. */
  readonly count: number
}

/**
 * Splits keys into ranges that have about equal shares of the rows. MySQL expects at most half of a table in any range, and twice too many rows in
 * a small one, so its numbers are compared only with each other.
 */
export async function splitByShares(
  { span, gaps, count: least }: Wanted,
  guess: (range: TableRange) => Promise<number>,
): Promise<readonly TableRange[]> {
  const count = SLACK * least
  let rows = 0
  for (const part of evenly(span, count)) rows += await guess(part)
  const shareOf = (gap: TableRange) => count * (Number(gap.end - gap.first) / Number(span.end - span.first))
  const parts = gaps.flatMap((gap) => evenly(gap, shareOf(gap)))
  return splitByRows(parts, Math.max(SLACK * (rows / count), 1), guess)
}

/**
 * Splits ranges of keys into ranges of about so many rows, however the keys are distributed: halves what has more, and joins neighbours that have
 * less. @param ranges in order. @param guess the number of rows in a range, as the server expects it
 */
export async function splitByRows(
  ranges: readonly TableRange[],
  most: number,
  guess: (range: TableRange) => Promise<number>,
): Promise<readonly TableRange[]> {
  const waiting: Part[] = []
  for (const range of ranges.toReversed()) waiting.push({ ...range, rows: await guess(range) })
  const rows = waiting.reduce((sum, part) => sum + part.rows, 0)
  let guesses = MORE_GUESSES + GUESSES * Math.ceil(rows / most)
  const parts: Part[] = []
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
  if (before?.end !== part.first || before.rows + part.rows > most) parts.push(part)
  else parts[parts.length - 1] = { first: before.first, end: part.end, rows: before.rows + part.rows }
}
