import { useEffect, useState } from 'react'

/** Time without a change after which a server is asked again. */
const PAUSE_MS = 250

/** What is wanted once what `tells` it apart has not changed for a moment. */
export function useDebounced<T>(wanted: T, tells: readonly unknown[]): T {
  const [debounced, setDebounced] = useState(wanted)
  useEffect(
    () => {
      const timer = setTimeout(() => setDebounced(wanted), PAUSE_MS)
      return () => clearTimeout(timer)
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the object is new in every render, what tells it apart is not.
    tells,
  )
  return debounced
}
