import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defined } from '../../../core/catalog/defined.ts'
import type { EstimateRequest } from '../../../core/flows/estimate/flow-estimate.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useActiveOrganization, useIsAllowed } from '../../access/use-active-organization.ts'
import { useDebounced } from '../../kit/use-debounced.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'

/** An estimate asks both ends, so it is asked again only after a change or some minutes. */
const FRESH_MS = 5 * 60_000

/** What a run of the flow as it is edited would cost; somebody who may not edit it sees the saved flow's. */
export function useFlowEstimate(flow: Flow) {
  const { estimateFlow, fetchFlowEstimate } = useServices()
  const { id: organizationId } = useActiveOrganization()
  const isOffered = useIsOffered('estimateFlow')
  const mayEdit = useIsAllowed('flow.write')
  const request = requestOf(flow)
  const asked = useDebounced(request, [JSON.stringify(request)])
  const hasEnds = asked.sourceId !== '' && asked.destinationId !== ''
  return useQuery({
    queryKey: mayEdit
      ? QUERY_KEYS.estimate(organizationId, asked, `${flow.lastRun?.id} ${flow.lastRun?.status}`)
      : QUERY_KEYS.savedEstimate(organizationId, flow.id),
    queryFn: ({ signal }) => unwrap(mayEdit ? estimateFlow(asked, signal) : fetchFlowEstimate(flow.id, signal)),
    enabled: isOffered && hasEnds && (mayEdit || flow.id !== ''),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  })
}

function requestOf({ id, sourceConnection, destinationConnection, config }: Flow): EstimateRequest {
  const { streams, transformations, schedule } = config
  return defined({
    flowId: id !== '' ? id : undefined,
    sourceId: sourceConnection?.id ?? '',
    destinationId: destinationConnection?.id ?? '',
    config: defined({ streams, transformations, schedule }),
  })
}
