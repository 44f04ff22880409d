import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { AbsentTable, RefusedTable } from '../../core/connections/refused-table.ts'
import { useActiveOrganization, useIsAllowed } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { useIsOffered } from '../services/use-is-offered.ts'

const NONE: readonly RefusedTable[] = []

/** Which of the tables and columns that a source does not show are only hidden from its account; undefined until it has answered. */
export function useRefusals(connectionId: string, tables: readonly AbsentTable[]): readonly RefusedTable[] | undefined {
  const { findRefusals } = useServices()
  const { id } = useActiveOrganization()
  const isOffered = useIsOffered('findRefusals')
  const enabled = useIsAllowed('connection.test') && isOffered && tables.length > 0
  const { data } = useQuery({
    queryKey: QUERY_KEYS.refusals(id, connectionId, tables),
    queryFn: () => unwrap(findRefusals(connectionId, tables)),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // Without an answer nothing is called gone.
  return enabled ? data : NONE
}

/** Reads the tables of a source again, with what its account may read. */
export function useLookAgain(connectionId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useCallback(async () => {
    await queryClient.refetchQueries({ queryKey: QUERY_KEYS.entities(id, connectionId) })
    await queryClient.refetchQueries({ queryKey: QUERY_KEYS.everyRefusal(id, connectionId), type: 'active' })
    await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.everyPreview(id) })
  }, [queryClient, id, connectionId])
}
