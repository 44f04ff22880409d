import { queryOptions, useQuery } from '@tanstack/react-query'

import type { Services } from '../../core/services/services.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

export const flowOverviewQuery = ({ fetchFlowOverview }: Services, organizationId: string, flowId: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.flowOverview(organizationId, flowId),
    queryFn: () => unwrap(fetchFlowOverview(flowId)),
    // What is known is shown at once; a run may have ended on another page, without an event here.
    staleTime: 2_000,
  })

/** How a flow has been doing. */
export const useFlowOverview = (flowId: string) =>
  useQuery(flowOverviewQuery(useServices(), useActiveOrganization().id, flowId))
