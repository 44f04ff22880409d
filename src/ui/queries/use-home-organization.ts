import { type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Organization } from '../../core/organizations/organization.ts'
import { useServices } from '../services/services.tsx'

interface Search {
  readonly queryKey: QueryKey
  /** Returns null if none of them has it. */
  readonly queryFn: QueryFunction<Organization | null>
}

/** For an object that is not in the active organization: the user's organization that has it becomes active. */
export function useHomeOrganization(search: Search) {
  const { setActiveOrganization } = useServices()
  const { data: home, error, refetch } = useQuery({ ...search, gcTime: 0 })
  const homeId = home?.id
  useEffect(() => {
    if (homeId !== undefined) setActiveOrganization(homeId)
  }, [homeId, setActiveOrganization])
  return { isNowhere: home === null, error, refetch }
}
