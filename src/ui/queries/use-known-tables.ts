import { useQuery } from '@tanstack/react-query'

import type { Flow } from '../../core/flows/flow.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { useIsOffered } from '../services/use-is-offered.ts'

/** The tables of a flow that its runs found; sends no query to the source. */
export function useKnownTables({ id, lastRun }: Flow, isWanted: boolean) {
  const { listKnownTables } = useServices()
  const organization = useActiveOrganization()
  const isOffered = useIsOffered('listKnownTables')
  return useQuery({
    // Each run may have found other tables.
    queryKey: QUERY_KEYS.knownTables(organization.id, id, `${lastRun?.id} ${lastRun?.status}`),
    queryFn: () => unwrap(listKnownTables(id)),
    enabled: isOffered && lastRun !== undefined && isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
