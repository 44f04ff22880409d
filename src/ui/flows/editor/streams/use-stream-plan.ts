import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defined } from '../../../../core/catalog/defined.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import type { StreamPlan } from '../../../../core/flows/streams/stream-plan.ts'
import { useActiveOrganization, useIsAllowed } from '../../../access/use-active-organization.ts'
import { useDebounced } from '../../../kit/use-debounced.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'
import { useIsOffered } from '../../../services/use-is-offered.ts'

interface StreamPlanState {
  readonly plan: StreamPlan | undefined
  /** There is none yet, but one is loading. */
  readonly isLoading: boolean
  /** It shows an earlier version of the flow; a new one is loading. */
  readonly isStale: boolean
  readonly error: unknown
  retry(): void
}

/** The plan of a stream of the edited flow; nothing for users who may not change flows, or without a destination. */
export function useStreamPlan(flow: Flow, entity: string): StreamPlanState {
  const { planStream } = useServices()
  const organization = useActiveOrganization()
  const isOffered = useIsOffered('planStream')
  const mayAsk = useIsAllowed('flow.write') && isOffered
  const { id, config, sourceConnection, destinationConnection } = useDebounced(flow, [flow.config])
  const request = {
    ...defined({ flowId: id !== '' ? id : undefined }),
    sourceId: sourceConnection?.id ?? '',
    destinationId: destinationConnection?.id ?? '',
    entity,
    config: { streams: config.streams, transformations: config.transformations },
  }
  const { data, isLoading, isPlaceholderData, error, refetch } = useQuery({
    queryKey: QUERY_KEYS.plan(organization.id, request),
    queryFn: ({ signal }) => unwrap(planStream(request, signal)),
    enabled: mayAsk && sourceConnection !== undefined && destinationConnection !== undefined,
    placeholderData: keepPreviousData,
    // The destination may change at any time, even more after a run.
    staleTime: 0,
    gcTime: 0,
  })
  return {
    plan: data,
    isLoading,
    isStale: isPlaceholderData || config !== flow.config,
    error,
    retry: () => void refetch(),
  }
}
