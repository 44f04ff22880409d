import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cacheRunEvent } from '../queries/cache-run-event.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { whileVisible } from './while-visible.ts'

/** One stream per organization keeps flows and runs on every page up to date; a tab that nobody looks at lets go of it. */
export function useLiveRuns(organizationId: string | undefined): void {
  const { watchOrganization } = useServices()
  const queryClient = useQueryClient()

  useEffect(() => {
    if (organizationId === undefined) return
    const askAgain = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey })
    let wasLost = false
    const watch = () =>
      watchOrganization({
        onEvent: (event) => {
          if (event.type === 'run') cacheRunEvent(queryClient, organizationId, event.run)
          if (event.type === 'stale') askAgain(QUERY_KEYS.organization(organizationId))
          if (event.type !== 'flow') return
          askAgain(QUERY_KEYS.flows(organizationId))
          askAgain(QUERY_KEYS.flow(organizationId, event.flowId))
        },
        onState: (state) => {
          if (state === 'waiting' || state === 'closed') wasLost = true
          if (state !== 'open' || !wasLost) return
          wasLost = false
          askAgain(QUERY_KEYS.flows(organizationId))
        },
      })
    return whileVisible(watch)
  }, [organizationId, queryClient, watchOrganization])
}
