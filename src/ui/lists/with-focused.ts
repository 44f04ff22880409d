import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** What is in view, and the row with the focus wherever that is. */
export function withFocused(range: Range, focused: number | undefined): number[] {
  const shown = defaultRangeExtractor(range)
  if (focused === undefined || focused >= range.count || shown.includes(focused)) return shown
  return [...shown, focused].sort((left, right) => left - right)
}
