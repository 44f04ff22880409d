import type { Database } from '../../store/database/database.ts'
import { type AuditExportFilter, listAuditForExport } from '../../store/organizations/audit-export.ts'

const PAGE = 1_000

/** The audit events of every organization, or of one, in the order in which they happened; a page at a time. */
export async function* exportAudit(database: Database, filter: AuditExportFilter) {
  let after = 0
  for (;;) {
    const from = after
    const page = await database.asSystem((query) => listAuditForExport(query, filter, from, PAGE))
    for (const { id, ...event } of page) {
      after = id
      yield { id, ...event }
    }
    if (page.length < PAGE) return
  }
}
