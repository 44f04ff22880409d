import { type RefCallback, useCallback, useState } from 'react'

/** Before anything is measured, and where nothing can be. */
const ASSUMED = 480

/** The element to measure, and how broad it is at present. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(ASSUMED)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(120, Math.floor(entry?.contentRect.width ?? 0))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, width]
}
