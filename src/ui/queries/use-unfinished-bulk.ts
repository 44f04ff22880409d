import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { BULK_CALLS } from '../../core/bulk/bulk-calls.ts'
import type { BulkMarks } from '../../core/bulk/unfinished-bulk-store.ts'
import type { Services } from '../../core/services/services.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'

/** The name of a use case for many objects. */
export type BulkName = keyof typeof BULK_CALLS

const NONE: BulkMarks = {}

/** What was asked for many objects without an answer. */
export function useUnfinishedBulk(name: BulkName) {
  const { loadUnfinishedBulk, forgetBulk } = useServices()
  const queryClient = useQueryClient()
  const queryKey = QUERY_KEYS.unfinishedBulk(useActiveOrganization().id, name)
  const { data: marks = NONE } = useQuery({ queryKey, queryFn: () => loadUnfinishedBulk(name), staleTime: 0 })
  const forget = () => {
    forgetBulk(name)
    void queryClient.invalidateQueries({ queryKey })
  }
  return { marks, forget }
}

/** Remembers what is asked for. @returns a function that forgets it */
export function useNoteBulk(name: BulkName): (objects: Parameters<Services['noteBulk']>[1]) => () => void {
  const { noteBulk } = useServices()
  const queryClient = useQueryClient()
  const queryKey = QUERY_KEYS.unfinishedBulk(useActiveOrganization().id, name)
  return (objects) => {
    const forget = noteBulk(name, objects)
    return () => {
      forget()
      void queryClient.invalidateQueries({ queryKey })
    }
  }
}
