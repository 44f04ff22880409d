import { useQuery } from '@tanstack/react-query'

import type { LastChange } from '../../core/audit/last-change.ts'
import type { ChangedThings } from '../../core/catalog/changed-settings.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** Who changed a setting, or the thing with that id, last; nothing while it is loaded, and on a server that does not tell. */
export function useLastChanges(of: ChangedThings): (name: string) => LastChange | undefined {
  const { listLastChanges } = useServices()
  const { id } = useActiveOrganization()
  const { data } = useQuery({
    queryKey: [...QUERY_KEYS.lastChanges(id), of],
    queryFn: () => unwrap(listLastChanges(of)),
    staleTime: 0,
  })
  return (name) => data?.find((change) => change.of === name)
}
