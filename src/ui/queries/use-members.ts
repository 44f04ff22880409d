import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

export function useMembers() {
  const { listMembers } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({ queryKey: QUERY_KEYS.members(id), queryFn: () => unwrap(listMembers()) })
}
