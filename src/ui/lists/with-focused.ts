import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The visible rows, and the focused row in any case. */
export function withFocused(range: Range, focused: number | undefined): number[] {
  const shown = defaultRangeExtractor(range)
  if (focused === undefined || focused >= range.count || shown.includes(focused)) return shown
  return [...shown, focused].sort((left, right) => left - right)
}
