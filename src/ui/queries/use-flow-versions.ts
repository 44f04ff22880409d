import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** The saved versions of a flow, page by page, the newest first. */
export function useFlowVersions(flowId: string) {
  const { listFlowVersions } = useServices()
  const { id } = useActiveOrganization()
  return useInfiniteQuery({
    queryKey: QUERY_KEYS.flowVersions(id, flowId),
    queryFn: ({ pageParam }) => unwrap(listFlowVersions(flowId, pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** A flow as it was saved; a version never changes. */
export function useFlowVersion(flowId: string, version: number | undefined) {
  const { fetchFlowVersion } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.flowVersion(id, flowId, version ?? 0),
    queryFn: () => unwrap(fetchFlowVersion(flowId, version ?? 0)),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
