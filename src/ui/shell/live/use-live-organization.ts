import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useServices } from '../../services/services.tsx'
import type { Following } from './follow-organization.ts'

/**
 * Every page shows changes by others. Loaded after the page, which does not wait for it. @param flowId the flow that is open for
 * editing
 */
export function useLiveOrganization(organizationId: string | undefined, flowId: string | undefined): void {
  const { watchOrganization, listOrganizations } = useServices()
  const queryClient = useQueryClient()

  const following = useRef<Following>(undefined)
  const look = useEffectEvent(() => following.current?.look(flowId))

  useEffect(() => {
    if (organizationId === undefined) return
    let isOver = false
    import('./follow-organization.ts').then(
      ({ followOrganization }) => {
        if (isOver) return
        following.current = followOrganization({ watchOrganization, listOrganizations, queryClient, organizationId })
        look()
      },
      // Pages poll active runs by themselves; other data is reloaded when it is next shown.
      () => undefined,
    )
    return () => {
      isOver = true
      following.current?.stop()
      following.current = undefined
    }
  }, [organizationId, queryClient, watchOrganization, listOrganizations])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect event reads the flow that is open
  useEffect(() => look(), [flowId])
}
