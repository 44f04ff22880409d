import { useEffect, useState } from 'react'

/** Time without a change before a new request to the server. */
const PAUSE_MS = 250

/** The value after `tells`, its identity, has not changed for a moment. */
export function useDebounced<T>(wanted: T, identity: readonly unknown[]): T {
  const [debounced, setDebounced] = useState(wanted)
  useEffect(
    () => {
      const timer = setTimeout(() => setDebounced(wanted), PAUSE_MS)
      return () => clearTimeout(timer)
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the object is new in every render, its identity is not.
    identity,
  )
  return debounced
}
