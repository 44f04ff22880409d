import { useInfiniteQuery } from '@tanstack/react-query'
import { defined } from '../../../core/catalog/defined.ts'
import { RUN_STATES } from '../../../core/catalog/runs/run-states.ts'
import type { RunFilter } from '../../../core/runs/run-filter.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useDebounced } from '../../kit/use-debounced.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** The runs that match the address, page by page. */
export function useRunList() {
  const { listRuns } = useServices()
  const { id } = useActiveOrganization()
  const filter = useRunFilter()
  return useInfiniteQuery({
    queryKey: QUERY_KEYS.runList(id, filter),
    queryFn: ({ pageParam }) => unwrap(listRuns(filter, pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Earlier results stay visible while the next search is loading.
    placeholderData: (before) => before,
  })
}

function useRunFilter(): RunFilter {
  const { q, state, flow, trigger, dry, period, from, to } = useListUrl().filters
  const known = RUN_STATES.find((name) => name === state)
  const text = useDebounced(q?.trim(), [q])
  return defined({
    text: text || undefined,
    state: known,
    flowId: flow,
    trigger,
    dry,
    period,
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(to).toISOString(),
  })
}
