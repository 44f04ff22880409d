import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { QUERY_KEYS } from '../app/query-keys.ts'
import { useServices } from '../app/services.tsx'
import { keepRun } from './keep-run.ts'

/** One stream per organization keeps flows and runs on every page up to date. */
export function useLiveRuns(organizationId: string | undefined): void {
  const { watchOrganization } = useServices()
  const queryClient = useQueryClient()

  useEffect(() => {
    if (organizationId === undefined) return
    let wasLost = false
    return watchOrganization({
      onEvent: (event) => {
        if (event.type === 'run') keepRun(queryClient, organizationId, event.run)
      },
      onState: (state) => {
        if (state === 'waiting') wasLost = true
        if (state !== 'open' || !wasLost) return
        wasLost = false
        void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(organizationId) })
      },
    })
  }, [organizationId, queryClient, watchOrganization])
}
