import { type RefCallback, useCallback, useState } from 'react'

/** Used before the first measurement, and if nothing can be measured. */
const ASSUMED = 480

/** The element to measure, and its current width in pixels. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(ASSUMED)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    // Nothing while it is hidden.
    const take = (known: number) => known > 0 && setWidth(Math.max(120, Math.floor(known)))
    take(element.getBoundingClientRect().width)
    const observer = new ResizeObserver(([entry]) => take(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, width]
}
