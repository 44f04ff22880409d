import { useInfiniteQuery, useMutation } from '@tanstack/react-query'

import { auditCsv } from '../../../core/audit/audit-csv.ts'
import type { AuditEvent } from '../../../core/audit/audit-event.ts'
import { QUERY_KEYS } from '../../app/query-keys.ts'
import { useServices } from '../../app/services.tsx'
import { unwrap } from '../../app/unwrap.ts'
import { useActiveOrganization, useIsAllowed } from '../use-active-organization.ts'

export function useAudit() {
  const { listAuditEvents } = useServices()
  const { id } = useActiveOrganization()
  return useInfiniteQuery({
    queryKey: QUERY_KEYS.audit(id),
    queryFn: ({ pageParam }) => unwrap(listAuditEvents(pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: useIsAllowed('audit.read'),
    // A visit begins with the newest, not with what was read some minutes ago.
    staleTime: 0,
  })
}

/** Reads the whole log, however much of it is shown, and hands over those that fit as a file. */
export function useExportAudit() {
  const { listAuditEvents } = useServices()
  const { name } = useActiveOrganization()
  return useMutation({
    mutationFn: async (fits: (event: AuditEvent) => boolean) => {
      const events: AuditEvent[] = []
      let cursor: string | undefined
      do {
        const page = await unwrap(listAuditEvents(cursor))
        events.push(...page.events.filter(fits))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      download(`${name} audit log.csv`, auditCsv(events))
    },
  })
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
