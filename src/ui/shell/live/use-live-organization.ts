import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useServices } from '../../services/services.tsx'

/** Every page shows changes by others. Loaded after the page, which does not wait for it. */
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
      // Pages poll active runs by themselves; other data is reloaded when it is next shown.
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [organizationId, queryClient, watchOrganization, listOrganizations])
}
