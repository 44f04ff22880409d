import { type KeyboardEvent, useRef, useState } from 'react'

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** A row of links with one Tab stop; the arrow keys move along it. Starts at the last, newest one. */
export function useRovingFocus<T extends HTMLElement>(count: number) {
  const links = useRef(new Map<number, T>())
  const [current, setCurrent] = useState(count - 1)
  const stop = Math.min(current, count - 1)

  return (index: number) => ({
    ref: (element: T | null) => {
      if (element) links.current.set(index, element)
      else links.current.delete(index)
    },
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => setCurrent(index),
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (!step) return
      event.preventDefault()
      links.current.get(step(index, count - 1))?.focus()
    },
  })
}
