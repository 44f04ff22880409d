import { useSyncExternalStore } from 'react'

/** Whether the window matches, read again whenever that changes. */
function makeUseMedia(condition: string): () => boolean {
  const query = () => matchMedia(condition)
  const subscribe = (onChange: () => void) => {
    const media = query()
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return () => useSyncExternalStore(subscribe, () => query().matches)
}

/** Whether the window is as narrow as a phone; for what the page would otherwise have twice, once for each width. */
export const useIsPhone = makeUseMedia('(max-width: 48rem)')

/** Whether columns of lists have their narrow widths. */
export const useIsNarrow = makeUseMedia('(max-width: 76rem)')
