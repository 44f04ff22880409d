import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { RunPage } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Adds the next page below the shown ones. */
export function useEarlierRuns(flowId: string) {
  const { listFlowRuns } = useServices()
  const queryClient = useQueryClient()
  const queryKey = QUERY_KEYS.flowRuns(useActiveOrganization().id, flowId)
  return useMutation({
    mutationFn: (cursor: string) => unwrap(listFlowRuns(flowId, cursor)),
    onSuccess: (earlier) =>
      queryClient.setQueryData<RunPage>(
        queryKey,
        (shown) => shown && { ...earlier, runs: [...shown.runs, ...earlier.runs] },
      ),
  })
}
