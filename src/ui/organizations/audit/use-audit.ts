import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'

import { auditCsv } from '../../../core/audit/audit-csv.ts'
import type { AuditEvent } from '../../../core/audit/audit-event.ts'
import type { AuditFilter } from '../../../core/audit/audit-filter.ts'
import { useActiveOrganization, useIsAllowed } from '../../access/use-active-organization.ts'
import { download } from '../../services/download.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

export function useAudit(filter: AuditFilter) {
  const { listAuditEvents } = useServices()
  const { id } = useActiveOrganization()
  return useInfiniteQuery({
    queryKey: QUERY_KEYS.audit(id, filter),
    queryFn: ({ pageParam }) => unwrap(listAuditEvents(filter, pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: useIsAllowed('audit.read'),
    placeholderData: keepPreviousData,
    // A visit starts with the newest events, not with cached ones.
    staleTime: 0,
  })
}

/** Reads all matching events, however many are shown, and saves them as a file. */
export function useExportAudit() {
  const { listAuditEvents } = useServices()
  const { name } = useActiveOrganization()
  return useMutation({
    mutationFn: async (filter: AuditFilter) => {
      const events: AuditEvent[] = []
      let cursor: string | undefined
      do {
        const page = await unwrap(listAuditEvents(filter, cursor))
        events.push(...page.events)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      download(`${name} audit log.csv`, 'text/csv', auditCsv(events))
    },
  })
}
