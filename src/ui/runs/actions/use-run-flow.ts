import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrapRethrown } from '../../services/unwrap.ts'
import { useAskPrice } from '../price/price-questions.tsx'

/** Runs a flow; asks first if it costs money. The use case reloads the flows itself (spec §4). */
export function useRunFlow() {
  const { runFlow } = useServices()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  const askPrice = useAskPrice()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => unwrapRethrown(runFlow(id)),
    onSettled: (_run, _failure, id) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flow(organization.id, id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(organization.id, id) }),
      ]),
  })
  return {
    isPending,
    /** @param onStarted receives the id of the run */
    start: (flowId: string, onStarted?: (runId: string) => void) =>
      askPrice({
        flowId,
        start: () => mutate(flowId, { onSuccess: (run) => run?.runId !== undefined && onStarted?.(run.runId) }),
      }),
  }
}
