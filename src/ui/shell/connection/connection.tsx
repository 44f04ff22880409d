import { Suspense, useEffect, useState } from 'react'

import { lazyNamed } from '../../kit/lazy-named.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { useCallOutcome } from './use-call-outcome.ts'

const SessionEndedDialog = lazyNamed(() => import('./session-ended-dialog.tsx'), 'SessionEndedDialog')

/** Connection problems between the page and the server: shown above the page, never instead of it. */
export function Connection() {
  const outcome = useCallOutcome()
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (outcome === 'refused') setAsked(true)
  }, [outcome])
  return (
    <>
      <ConnectionBanner isAway={outcome === 'away'} />
      {isAsked && (
        <Suspense>
          <SessionEndedDialog onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
