import { queryOptions, useQuery } from '@tanstack/react-query'

import { isFinal } from '../../core/catalog/runs/run-states.ts'
import type { Run } from '../../core/runs/run.ts'
import type { Services } from '../../core/services/services.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

const FALLBACK_POLL_MS = 5_000

const runQuery = ({ fetchRun }: Services, organizationId: string, id: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.run(organizationId, id),
    queryFn: () => unwrap(fetchRun(id)),
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data.status) ? FALLBACK_POLL_MS : false),
  })

export function useRun(id: string | undefined) {
  return useQuery({
    ...runQuery(useServices(), useActiveOrganization().id, id ?? ''),
    enabled: id !== undefined,
  })
}

/** A run of a list with its later events; an ended run has none. */
export function useLiveRun(listed: Run): Run {
  const { data: news } = useQuery({ ...runQuery(useServices(), useActiveOrganization().id, listed.id), enabled: false })
  return isFinal(listed.status) ? listed : (news ?? listed)
}
