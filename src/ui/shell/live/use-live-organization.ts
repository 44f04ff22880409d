import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { cacheRunEvent } from '../../queries/cache-run-event.ts'
import { useServices } from '../../services/services.tsx'
import { makeAskAgain } from './ask-again.ts'
import { whileVisible } from './while-visible.ts'

/** One stream per organization keeps what every page shows up to date; a tab that nobody looks at lets go of it. */
export function useLiveOrganization(organizationId: string | undefined): void {
  const { watchOrganization, listOrganizations } = useServices()
  const queryClient = useQueryClient()

  useEffect(() => {
    if (organizationId === undefined) return
    const askAgain = makeAskAgain(queryClient, organizationId)
    let wasLost = false
    const watch = () =>
      watchOrganization({
        onEvent: (event) => {
          if (event.type === 'run') cacheRunEvent(queryClient, organizationId, event.run)
          if (event.type === 'stale') askAgain.all()
          if (event.type !== 'change') return
          askAgain.of(event.kind, event.id)
          // The name of the organization, and the role that one has in it.
          if (event.kind === 'organization' || event.kind === 'member') void listOrganizations()
        },
        onState: (state) => {
          if (state === 'waiting' || state === 'closed') wasLost = true
          if (state !== 'open' || !wasLost) return
          wasLost = false
          askAgain.all()
        },
      })
    const stop = whileVisible(watch)
    return () => {
      stop()
      askAgain.stop()
    }
  }, [organizationId, queryClient, watchOrganization, listOrganizations])
}
