import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { type CacheEvent, type CallOutcome, outcomeOf } from './call-outcome.ts'

const SessionEndedDialog = lazyNamed(() => import('./session-ended-dialog.tsx'), 'SessionEndedDialog')

/** Right after the page, while the server still answers. */
const loadBanner = () => import('./connection-banner.tsx')

/** Connection problems between the page and the server: shown above the page, never instead of it. */
export function Connection() {
  const outcome = useCallOutcome()
  const [isAsked, setAsked] = useState(false)
  const ConnectionBanner = useLoaded(loadBanner)?.ConnectionBanner
  useEffect(() => {
    if (outcome === 'refused') setAsked(true)
  }, [outcome])
  return (
    <>
      {ConnectionBanner && <ConnectionBanner isAway={outcome === 'away'} />}
      {isAsked && (
        <Suspense>
          <SessionEndedDialog onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The last call's result about the connection to the server, from any page. */
function useCallOutcome(): CallOutcome {
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
