import type { TableRange } from '../../ports/ranges.ts'

/** The parts of a range that are in none of the others, in order. */
export function gapsBetween(whole: TableRange, others: readonly TableRange[]): readonly TableRange[] {
  const gaps: TableRange[] = []
  const inside = others.filter(({ end, first }) => end > whole.first && first < whole.end)
  let { first } = whole
  for (const other of inside.sort((one, next) => (one.first < next.first ? -1 : 1))) {
    if (first < other.first) gaps.push({ first, end: other.first })
    if (first < other.end) first = other.end
  }
  return first < whole.end ? [...gaps, { first, end: whole.end }] : gaps
}
