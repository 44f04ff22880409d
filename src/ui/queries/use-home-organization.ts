import { type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Organization } from '../../core/organizations/organization.ts'
import { useServices } from '../services/services.tsx'

interface Search {
  readonly queryKey: QueryKey
  /** Gives null where it is none of them. */
  readonly queryFn: QueryFunction<Organization | null>
}

/** For what the active organization does not have: the one of the person's organizations that has it becomes active. */
export function useHomeOrganization(search: Search) {
  const { setActiveOrganization } = useServices()
  const { data: home, error, refetch } = useQuery({ ...search, gcTime: 0 })
  const homeId = home?.id
  useEffect(() => {
    if (homeId !== undefined) setActiveOrganization(homeId)
  }, [homeId, setActiveOrganization])
  return { isNowhere: home === null, error, refetch }
}
