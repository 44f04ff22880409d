import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { isFinal } from '../../core/catalog/run-states.ts'
import type { Run, RunPage } from '../../core/runs/run.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { type Services, useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { cacheRunEvent } from './cache-run-event.ts'

const FALLBACK_POLL_MS = 5_000

const flowRunsQuery = ({ listFlowRuns }: Services, organizationId: string, flowId: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.flowRuns(organizationId, flowId),
    queryFn: () => unwrap(listFlowRuns(flowId)),
  })

const runQuery = ({ fetchRun }: Services, organizationId: string, id: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.run(organizationId, id),
    queryFn: () => unwrap(fetchRun(id)),
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data.status) ? FALLBACK_POLL_MS : false),
  })

export function useFlowRuns(flowId: string) {
  return useQuery(flowRunsQuery(useServices(), useActiveOrganization().id, flowId))
}

/** Puts the next page under those that are shown. */
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

export function useRun(id: string | undefined) {
  return useQuery({
    ...runQuery(useServices(), useActiveOrganization().id, id ?? ''),
    enabled: id !== undefined,
  })
}

/** A run of a list with the news of it that have come since; of one that is over there are none. */
export function useLiveRun(listed: Run): Run {
  const { data: news } = useQuery({ ...runQuery(useServices(), useActiveOrganization().id, listed.id), enabled: false })
  return isFinal(listed.status) ? listed : (news ?? listed)
}

export function useCancelRun() {
  const { cancelRun } = useServices()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  return useMutation({
    mutationFn: (id: string) => unwrap(cancelRun(id)),
    onSuccess: (run) => cacheRunEvent(queryClient, organization.id, run),
  })
}
