import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 76rem)')

function subscribe(onChange: () => void): () => void {
  const narrow = query()
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}

/** Whether the columns of lists have their narrow widths. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
