import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** What has changed around the flow of a run. Without it, also on a server that does not have it, the rest is still told. */
export function useRunChanges(runId: string) {
  const { fetchRunChanges } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.runChanges(id, runId),
    queryFn: () => unwrap(fetchRunChanges(runId)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
