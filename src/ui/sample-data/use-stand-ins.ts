import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { WantedStandIn } from '../../core/sample-data/stand-ins.ts'
import { useActiveOrganization, useIsAllowed } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { useIsOffered } from '../services/use-is-offered.ts'

/** The types that can be tried on the machine of the server, and what belongs to stand-ins. Nothing for people who may not add any. */
export function useStandIns() {
  const { listStandIns } = useServices()
  const { id } = useActiveOrganization()
  const isOffered = useIsOffered('listStandIns')
  const mayAdd = useIsAllowed('integration.write')
  return useQuery({
    queryKey: QUERY_KEYS.standIns(id),
    queryFn: () => unwrap(listStandIns()),
    enabled: isOffered && mayAdd,
  })
}

export function useAddStandIn() {
  const { addStandIn } = useServices()
  const refresh = useRefresh()
  return useMutation({ mutationFn: (wanted: WantedStandIn) => unwrap(addStandIn(wanted)), onSuccess: refresh })
}

export function useRemoveStandIns() {
  const { removeStandIns } = useServices()
  const refresh = useRefresh()
  return useMutation({ mutationFn: () => unwrap(removeStandIns()), onSettled: refresh })
}

function useRefresh() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) })
}
