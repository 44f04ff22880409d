import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Starts a dry run of a flow, or a comparison of both sides. @param onStarted receives its id */
export function useDryRun(
  flowId: string,
  onStarted: (runId: string) => void,
  what: 'dry run' | 'comparison' = 'dry run',
) {
  const { dryRunFlow, verifyFlow } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: () => unwrap(what === 'comparison' ? verifyFlow(flowId) : dryRunFlow(flowId)),
    onSuccess: ({ runId }) => runId !== undefined && onStarted(runId),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(id, flowId) }),
      ]),
  })
}
