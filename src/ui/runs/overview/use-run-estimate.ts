import { useQuery } from '@tanstack/react-query'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** What a dry run has found out about the costs of a run, once it is over. */
export function useRunEstimate(run: Run) {
  const { fetchRunEstimate } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.runEstimate(id, run.id),
    queryFn: () => unwrap(fetchRunEstimate(run.id)),
    enabled: isFinal(run.status),
    retry: false,
  }).data
}
