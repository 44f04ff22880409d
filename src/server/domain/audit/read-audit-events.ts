import type { Database } from '../../store/database/database.ts'
import { type AuditFilter, listAuditEvents } from '../../store/organizations/audit.ts'

/** What was done in an organization, newest first. */
export const readAuditEvents = (database: Database, organizationId: string, filter: AuditFilter, limit: number) =>
  database.inOrganization(organizationId, (query) => listAuditEvents(query, organizationId, filter, limit))
