import { type RefObject, useEffect, useState } from 'react'

/** The sides at which a row that is wider than its place goes on. */
export type HiddenSides = 'before' | 'after' | 'both'

/** @param count of the things in the row: another one may make it too wide */
export function useHiddenSides(list: RefObject<HTMLElement | null>, count: number): HiddenSides | undefined {
  const [hidden, setHidden] = useState<HiddenSides>()
  useEffect(() => {
    const row = list.current
    if (!row || count === 0) return
    const look = () => setHidden(sidesOf(row))
    const watching = new ResizeObserver(look)
    watching.observe(row)
    row.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      watching.disconnect()
      row.removeEventListener('scroll', look)
    }
  }, [list, count])
  return hidden
}

function sidesOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): HiddenSides | undefined {
  // Widths are rounded, so a pixel is nothing.
  const isBefore = scrollLeft > 1
  const isAfter = scrollLeft + clientWidth < scrollWidth - 1
  if (isBefore && isAfter) return 'both'
  return isBefore ? 'before' : isAfter ? 'after' : undefined
}
