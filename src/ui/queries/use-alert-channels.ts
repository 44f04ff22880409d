import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization, useIsAllowed } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

export function useAlertChannels() {
  const { listAlertChannels } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.alertChannels(id),
    queryFn: () => unwrap(listAlertChannels()),
    enabled: useIsAllowed('alert.read'),
  })
}
