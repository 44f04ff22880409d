import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Some of the rows of one table that a dry run found to be new, changed or removed. */
export function useRowChanges(runId: string, entity: string) {
  const { listRowChanges } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.rowChanges(id, runId, entity),
    queryFn: () => unwrap(listRowChanges(runId, entity)),
  })
}
