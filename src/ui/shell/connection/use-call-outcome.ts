import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { type CacheEvent, type CallOutcome, outcomeOf } from './call-outcome.ts'

/** What the last call, of whichever page, told about the way to the server. */
export function useCallOutcome(): CallOutcome {
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<CallOutcome>('answered')
  useEffect(() => {
    // Caches report while components render; what follows from it has to wait until they have.
    let last: CallOutcome | undefined
    const keep = notifyManager.batchCalls((event: CacheEvent) => {
      const next = outcomeOf(event)
      // React also keeps an update that changes nothing until the next render, and with it everything the event leads to.
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
