import type { Result } from '../result.ts'
import type { AuditPage } from './audit-event.ts'
import type { AuditFilter } from './audit-filter.ts'

/** Who did what in an organization, and when. May be `not-offered`. */
export interface AuditRepository {
  list(organizationId: string, filter: AuditFilter, cursor?: string): Promise<Result<AuditPage>>
}
