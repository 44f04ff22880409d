import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

export function useInboundUrl(flowId: string) {
  const { fetchInboundUrl } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.inboundUrl(id, flowId),
    queryFn: () => unwrap(fetchInboundUrl(flowId)),
    // Another person may have renewed it, and calls use it.
    staleTime: 0,
  })
}

function useChanged(flowId: string) {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.inboundUrl(id, flowId) })
}

export function useRenewInboundUrl(flowId: string) {
  const { renewInboundUrl } = useServices()
  return useMutation({
    mutationFn: (isPreviousKept: boolean) => unwrap(renewInboundUrl(flowId, isPreviousKept)),
    onSettled: useChanged(flowId),
  })
}

export function useRemoveInboundUrl(flowId: string) {
  const { removeInboundUrl } = useServices()
  return useMutation({ mutationFn: () => unwrap(removeInboundUrl(flowId)), onSettled: useChanged(flowId) })
}
