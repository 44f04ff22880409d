import { useCallback, useSyncExternalStore } from 'react'

/** A window as narrow as a phone; for what the page would otherwise have twice, once for each width. */
export const PHONE = '(max-width: 48rem)'

/** Whether the window is as a media query says. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
