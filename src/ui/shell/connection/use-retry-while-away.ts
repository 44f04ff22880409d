import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { outcomeOfError } from './call-outcome.ts'

const DELAYS_MS = [5_000, 10_000, 20_000, 40_000]
const LONGEST_MS = 60_000

/** Repeats failed queries with growing intervals until the server answers; then all queries. */
export function useRetryWhileAway(isAway: boolean): () => Promise<void> {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isAway) {
      void queryClient.refetchQueries(FAILED)
      return
    }
    let attempt = 0
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(() => {
        attempt++
        void queryClient.refetchQueries(FAILED).finally(next)
      }, DELAYS_MS[attempt] ?? LONGEST_MS)
    }
    next()
    return () => clearTimeout(timer)
  }, [isAway, queryClient])
  return () => queryClient.refetchQueries(FAILED)
}

const FAILED = {
  type: 'active',
  predicate: ({ state }: { state: { status: string; error: unknown } }) =>
    state.status === 'error' && outcomeOfError(state.error) === 'away',
} as const
