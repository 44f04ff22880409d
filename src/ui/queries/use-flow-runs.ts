import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** A flow's runs, newest first. */
export function useFlowRuns(flowId: string) {
  const { listFlowRuns } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({ queryKey: QUERY_KEYS.flowRuns(id, flowId), queryFn: () => unwrap(listFlowRuns(flowId)) })
}
