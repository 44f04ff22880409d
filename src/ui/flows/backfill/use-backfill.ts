import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { BackfillPart } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Counts the rows of a part at the source, and starts the run that reads them again. @param onStarted receives its id */
export function useBackfill(flowId: string, part: BackfillPart, onStarted: (runId: string) => void) {
  const { countBackfill, backfillFlow } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const counted = useMutation({
    mutationFn: async () => (await unwrap(countBackfill(flowId, [part])))[0]?.rows ?? 0,
  })
  const start = useMutation({
    mutationFn: () => unwrap(backfillFlow(flowId, [part])),
    onSuccess: ({ runId }) => runId !== undefined && onStarted(runId),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(id, flowId) }),
      ]),
  })
  return { counted, start }
}
