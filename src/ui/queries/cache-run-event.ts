import type { QueryClient } from '@tanstack/react-query'

import { isFinal } from '../../core/catalog/runs/run-states.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { FlowOverview } from '../../core/flows/overview/flow-overview.ts'
import { applyToFlow, applyToRun, applyToRuns } from '../../core/runs/live/apply-run-event.ts'
import { applyRunToOverview } from '../../core/runs/live/apply-run-to-overview.ts'
import type { Run, RunPage } from '../../core/runs/run.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'

/** Writes a run event to all parts of the cache that show the run. */
export function cacheRunEvent(queryClient: QueryClient, organizationId: string, run: Run): void {
  const before = queryClient.getQueryData<Run>(QUERY_KEYS.run(organizationId, run.id))?.status
  queryClient.setQueryData<Run>(QUERY_KEYS.run(organizationId, run.id), (known) => applyToRun(run, known, Date.now()))
  keepOutdated(queryClient, QUERY_KEYS.flows(organizationId), (queryKey) =>
    queryClient.setQueryData<readonly Flow[]>(queryKey, (flows) => flows?.map((flow) => applyToFlow(run, flow))),
  )
  keepOutdated(queryClient, QUERY_KEYS.flow(organizationId, run.flowId), (queryKey) =>
    queryClient.setQueryData<Flow>(queryKey, (flow) => flow && applyToFlow(run, flow)),
  )
  queryClient.setQueryData<RunPage>(
    QUERY_KEYS.flowRuns(organizationId, run.flowId),
    (page) => page && applyToRuns(run, page),
  )
  queryClient.setQueryData<FlowOverview>(
    QUERY_KEYS.flowOverview(organizationId, run.flowId),
    (overview) => overview && applyRunToOverview(run, overview),
  )
  if (before === run.status) return
  // Whichever event says first that a run has ended closes the stream of the run, so its last lines and tables may not come by it.
  if (isFinal(run.status)) {
    void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLogs(organizationId, run.id) })
    void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.run(organizationId, run.id) })
    void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowOverview(organizationId, run.flowId) })
  }
  // When a run begins or ends, waiting runs may move up.
  void queryClient.invalidateQueries({
    queryKey: QUERY_KEYS.organization(organizationId),
    predicate: ({ queryKey: [, , of], state }) => of === 'run' && (state.data as Run | undefined)?.status === 'queued',
  })
  // A run that begins or ends may enter or leave any list of runs, depending on its filters.
  void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(organizationId) })
}

/** What has to be asked again still has to be: an event tells of a run, and of nothing else that has changed. */
function keepOutdated(
  queryClient: QueryClient,
  queryKey: readonly string[],
  write: (queryKey: readonly string[]) => void,
) {
  const isOutdated = queryClient.getQueryState(queryKey)?.isInvalidated ?? false
  write(queryKey)
  if (isOutdated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
