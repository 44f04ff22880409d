import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useServices } from '../../services/services.tsx'

/** Every page shows what others change. Loaded once a page is there, which does not wait for it. */
export function useLiveOrganization(organizationId: string | undefined): void {
  const { watchOrganization, listOrganizations } = useServices()
  const queryClient = useQueryClient()

  useEffect(() => {
    if (organizationId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./follow-organization.ts').then(
      ({ followOrganization }) => {
        if (isOver) return
        stop = followOrganization({ watchOrganization, listOrganizations, queryClient, organizationId })
      },
      // Pages ask by themselves for what runs; the rest is asked for when it is next looked at.
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [organizationId, queryClient, watchOrganization, listOrganizations])
}
