import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** The organizations that the user deleted lately and can restore. */
export function useDeletedOrganizations() {
  const { listDeletedOrganizations } = useServices()
  return useQuery({
    queryKey: QUERY_KEYS.deletedOrganizations,
    queryFn: () => unwrap(listDeletedOrganizations()),
    staleTime: 0,
  })
}

/** The restored organization becomes the active one. */
export function useRestoreOrganization() {
  const { restoreOrganization } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(restoreOrganization(id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.deletedOrganizations }),
  })
}
