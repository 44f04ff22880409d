import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

export function useTrash() {
  const { listTrash } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({ queryKey: QUERY_KEYS.trash(id), queryFn: () => unwrap(listTrash()), staleTime: 0 })
}

/** What is restored appears on other pages. */
function useEverythingChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) })
}

export function useRestoreFromTrash() {
  const { restoreFromTrash } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(restoreFromTrash(id)),
    onSettled: useEverythingChanged(),
  })
}

export function useDeletePermanently() {
  const { deletePermanently } = useServices()
  return useMutation({ mutationFn: (id: string) => unwrap(deletePermanently(id)), onSettled: useEverythingChanged() })
}
