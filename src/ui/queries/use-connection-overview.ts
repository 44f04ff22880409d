import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** How a connection has been doing. @param testedAt its last test: another one is another history */
export function useConnectionOverview(connectionId: string, testedAt: string | undefined) {
  const { fetchConnectionOverview } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: [...QUERY_KEYS.connectionOverview(id, connectionId), testedAt],
    queryFn: () => unwrap(fetchConnectionOverview(connectionId)),
    placeholderData: (before) => before,
    staleTime: 2_000,
  })
}
