import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

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

/** The restored organization becomes the active one, and its home page opens: the open page belongs to no organization or to another. */
export function useRestoreOrganization() {
  const { restoreOrganization } = useServices()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (id: string) => unwrap(restoreOrganization(id)),
    // Not given to the call: what was pressed, such as a menu, may be gone by now. At once: later, the person is on another page.
    onSuccess: (_restored, id) => {
      void navigate({ to: '/' })
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) })
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.deletedOrganizations }),
  })
}
