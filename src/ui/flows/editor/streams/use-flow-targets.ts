import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defined } from '../../../../core/catalog/defined.ts'
import type { Flow, FlowStream } from '../../../../core/flows/flow.ts'
import type { PlannedTarget } from '../../../../core/flows/streams/stream-plan.ts'
import { useActiveOrganization, useIsAllowed } from '../../../access/use-active-organization.ts'
import { useDebounced } from '../../../kit/use-debounced.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'
import { useIsOffered } from '../../../services/use-is-offered.ts'

/** The target of each stream of the edited flow, by its entity; empty if unknown. */
export function useFlowTargets(flow: Flow): ReadonlyMap<string, PlannedTarget> {
  const { planTargets } = useServices()
  const organization = useActiveOrganization()
  const isOffered = useIsOffered('planTargets')
  const mayAsk = useIsAllowed('flow.write') && isOffered
  const placed = JSON.stringify(flow.config.streams.map(({ entity, target }) => [entity, target]))
  const { id, config, sourceConnection, destinationConnection } = useDebounced(flow, [
    placed,
    flow.sourceConnection?.id,
    flow.destinationConnection?.id,
  ])
  const request = {
    ...defined({ flowId: id !== '' ? id : undefined }),
    sourceId: sourceConnection?.id ?? '',
    destinationId: destinationConnection?.id ?? '',
    streams: config.streams.map(placeOnly),
  }
  const { data = NOBODY } = useQuery({
    queryKey: QUERY_KEYS.targets(organization.id, request),
    queryFn: ({ signal }) => unwrap(planTargets(request, signal)),
    enabled: mayAsk && sourceConnection !== undefined && destinationConnection !== undefined,
    placeholderData: keepPreviousData,
    select: byEntity,
    staleTime: 0,
    gcTime: 0,
  })
  return data
}

const NOBODY: ReadonlyMap<string, PlannedTarget> = new Map()

const byEntity = (targets: readonly PlannedTarget[]): ReadonlyMap<string, PlannedTarget> =>
  new Map(targets.map((planned) => [planned.entity, planned]))

/** No other setting of a stream changes its target. */
const placeOnly = ({ entity, target, mode }: FlowStream): FlowStream => defined({ entity, mode, target })
