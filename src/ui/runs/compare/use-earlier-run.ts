import { useQuery } from '@tanstack/react-query'

import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** The run of the same flow that ended before this one. */
export function usePreviousRun(run: Run) {
  const { findPreviousRun } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({ queryKey: QUERY_KEYS.previousRun(id, run.id), queryFn: () => unwrap(findPreviousRun(run)) })
}

/** The last earlier run of the same flow that succeeded. */
export function useLastGoodRun(run: Run) {
  const { findLastGoodRun } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({ queryKey: QUERY_KEYS.lastGoodRun(id, run.id), queryFn: () => unwrap(findLastGoodRun(run)) })
}
