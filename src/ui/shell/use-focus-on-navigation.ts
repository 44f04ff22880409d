import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { focusHistory } from '../kit/dialog/focus-history.ts'

/** A screen reader announces the new page, and Tab starts there. Back gives the focus to what one has left by. */
export function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  const { subscribe } = useRouter()
  /** By the place in the history. */
  const left = useRef(new Map<number, HTMLElement | undefined>())
  const back = useRef<HTMLElement>(undefined)
  useEffect(
    () =>
      subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
        const from = fromLocation?.state.__TSR_index ?? 0
        const to = toLocation.state.__TSR_index
        left.current.set(from, focusHistory().find(({ isInOverlay }) => !isInOverlay)?.element)
        back.current = to < from ? left.current.get(to) : undefined
      }),
    [subscribe],
  )
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const [place, before] = [main.current, back.current]
    place?.focus({ preventScroll: true })
    if (place && before) void import('./focus-again.ts').then(({ focusAgain }) => focusAgain(place, before))
  }, [pathname])
  return main
}
