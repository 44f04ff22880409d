import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { type CacheEvent, type CallOutcome, outcomeOf } from './call-outcome.ts'

/** The last call's result about the connection to the server, from any page. */
export function useCallOutcome(): CallOutcome {
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<CallOutcome>('answered')
  useEffect(() => {
    // Caches report while components render; the consequences must wait until the render has ended.
    let last: CallOutcome | undefined
    const keep = notifyManager.batchCalls((event: CacheEvent) => {
      const next = outcomeOf(event)
      // React keeps an update without a change until the next render, and with it everything that the event references.
      if (next === undefined || next === last) return
      last = next
      setOutcome(next)
    })
    const leave = [queryClient.getQueryCache().subscribe(keep), queryClient.getMutationCache().subscribe(keep)]
    return () => {
      for (const unsubscribe of leave) unsubscribe()
    }
  }, [queryClient])
  return outcome
}
