/** A line of two texts beside each other; `skipped`: so many lines that both have. */
export type DifferingLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'skipped'; readonly count: number }

/** Lines that both texts have are shown around a difference, so many of them. */
const AROUND = 2

/** Longer texts are compared as a whole, because the table of the comparison grows with both. */
const MOST_LINES = 2_000

/** What is removed and added, line by line, with the lines around it. Nothing for equal texts. */
export function lineDifference(before: readonly string[], after: readonly string[]): readonly DifferingLine[] {
  const lines = allLines(before, after)
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same'),
  )
  const shown: DifferingLine[] = []
  let skipped = 0
  lines.forEach((line, index) => {
    if (!isNear[index]) {
      skipped += 1
      return
    }
    if (skipped > 0) shown.push({ kind: 'skipped', count: skipped })
    skipped = 0
    shown.push(line)
  })
  return shown
}

interface Line {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

function allLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1
  return [
    ...before.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
    ...changedLines(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map((text) => ({ kind: 'same' as const, text })),
  ]
}

/** By the longest sequence of lines that both have. */
function changedLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const removed = (text: string): Line => ({ kind: 'removed', text })
  const added = (text: string): Line => ({ kind: 'added', text })
  if (before.length > MOST_LINES || after.length > MOST_LINES) return [...before.map(removed), ...after.map(added)]
  const common = commonLengths(before, after)
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ kind: 'same', text: before[i] ?? '' })
      i += 1
      j += 1
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) lines.push(removed(before[i++] ?? ''))
    else lines.push(added(after[j++] ?? ''))
  }
  return [...lines, ...before.slice(i).map(removed), ...after.slice(j).map(added)]
}

/** How long the longest common sequence is from each pair of lines on. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = lengths[i]
      const below = lengths[i + 1]
      if (!row || !below) continue
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  return lengths
}
