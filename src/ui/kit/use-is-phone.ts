import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 48rem)')

function subscribe(onChange: () => void): () => void {
  const phone = query()
  phone.addEventListener('change', onChange)
  return () => phone.removeEventListener('change', onChange)
}

/** Whether the window is as narrow as a phone; for what the page would otherwise have twice, once for each width. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
