import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization, useIsAllowed } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** The saved versions of a connection, newest first; nothing for those who may not see its settings. */
export function useConnectionVersions(connectionId: string) {
  const { listConnectionVersions } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.connectionVersions(id, connectionId),
    queryFn: () => unwrap(listConnectionVersions(connectionId)),
    enabled: useIsAllowed('integration.details'),
    staleTime: 0,
  })
}
