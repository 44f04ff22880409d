import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** Requests the sample data, then opens its flow, ready to run. */
export function useSampleData() {
  const { createSampleData } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => unwrap(createSampleData()),
    onSuccess: ({ flow }) => {
      queryClient.setQueryData(QUERY_KEYS.flow(id, flow.id), flow)
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) })
      void navigate({ to: '/floweditor/$id', params: { id: flow.id } })
    },
  })
}
