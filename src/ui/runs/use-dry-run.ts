import { useMutation, useQueryClient } from '@tanstack/react-query'

import { QUERY_KEYS } from '../app/query-keys.ts'
import { useServices } from '../app/services.tsx'
import { unwrap } from '../app/unwrap.ts'
import { useActiveOrganization } from '../organizations/use-active-organization.ts'

/** Starts a dry run of a flow. @param onStarted with its id */
export function useDryRun(flowId: string, onStarted: (runId: string) => void) {
  const { dryRunFlow } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: () => unwrap(dryRunFlow(flowId)),
    onSuccess: ({ runId }) => runId !== undefined && onStarted(runId),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(id, flowId) }),
      ]),
  })
}
