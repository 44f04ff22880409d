import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { TriggeredRun } from '../../../core/flows/flow-repository.ts'
import type { Result } from '../../../core/result.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { unwrap } from '../../services/unwrap.ts'

/** Starts another run of a flow by a call. @param onStarted receives its id */
export function useNewRun<Choice = void>(
  flowId: string,
  start: (choice: Choice) => Promise<Result<TriggeredRun>>,
  onStarted: (runId: string) => void,
) {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: (choice: Choice) => unwrap(start(choice)),
    onSuccess: ({ runId }) => runId !== undefined && onStarted(runId),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(id, flowId) }),
      ]),
  })
}
