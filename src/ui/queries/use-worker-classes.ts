import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

const NONE: readonly string[] = []

/** Classes of workers that live; none until they are known, and on a server without them. */
export function useWorkerClasses(): readonly string[] {
  const { fetchRunLimits } = useServices()
  const { id } = useActiveOrganization()
  const { data } = useQuery({ queryKey: QUERY_KEYS.runLimits(id), queryFn: () => unwrap(fetchRunLimits()) })
  return data?.workerClasses ?? NONE
}
