import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { cacheRunEvent } from '../../queries/cache-run-event.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

export function useCancelRun() {
  const { cancelRun } = useServices()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  return useMutation({
    mutationFn: (id: string) => unwrap(cancelRun(id)),
    onSuccess: (run) => cacheRunEvent(queryClient, organization.id, run),
  })
}
