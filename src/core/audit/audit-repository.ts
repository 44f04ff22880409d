import type { ChangedThings } from '../catalog/changed-settings.ts'
import type { Result } from '../result.ts'
import type { AuditPage } from './audit-event.ts'
import type { AuditFilter } from './audit-filter.ts'
import type { LastChange } from './last-change.ts'

/** Who did what in an organization, and when. May be `not-offered`. */
export interface AuditRepository {
  /** Who changed each of these last. */
  lastChanges(organizationId: string, of: ChangedThings): Promise<Result<readonly LastChange[]>>
  list(organizationId: string, filter: AuditFilter, cursor?: string): Promise<Result<AuditPage>>
}
