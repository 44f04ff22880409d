import { useMutation, useQuery } from '@tanstack/react-query'

import type { Run } from '../../core/runs/run.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { download } from '../services/download.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** Hands the receipt of a run over as a file. */
export function useDownloadReceipt({ id, flowName = 'flow' }: Run) {
  const { fetchRunReceipt } = useServices()
  return useMutation({
    mutationFn: async () => {
      const receipt = await unwrap(fetchRunReceipt(id))
      download(`${flowName} receipt ${id}.json`, 'application/json', JSON.stringify(receipt, null, 2))
    },
  })
}

/** The run of the same flow that ended before this one. */
export function usePreviousRun(run: Run) {
  const { findPreviousRun } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.previousRun(id, run.id),
    queryFn: () => unwrap(findPreviousRun(run)),
  })
}

/** Some of the rows of one table that a dry run found to be new, changed or gone. */
export function useRowChanges(runId: string, entity: string) {
  const { listRowChanges } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.rowChanges(id, runId, entity),
    queryFn: () => unwrap(listRowChanges(runId, entity)),
  })
}
