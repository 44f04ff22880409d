import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Runs the tables that did not arrive again, and opens that run. */
export function useRetryRun({ id, flowId }: Pick<Run, 'id' | 'flowId'>) {
  const { retryRun } = useServices()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id: organizationId } = useActiveOrganization()
  return useMutation({
    mutationFn: () => unwrap(retryRun(id)),
    onSuccess: ({ runId }) => {
      if (runId !== undefined) void navigate({ to: '/runs/$id', params: { id: runId } })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(organizationId) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(organizationId, flowId) }),
      ]),
  })
}
