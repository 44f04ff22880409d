import type { Query } from '../database/database.ts'
import type { AuditRow } from './audit.ts'

export interface AuditExportFilter {
  readonly since?: Date | undefined
  readonly organizationId?: string | undefined
}

interface ExportedRow extends AuditRow {
  readonly organization_id: string
}

/** Oldest first, those with a higher id than `after`. */
export const listAuditForExport = (
  query: Query,
  { since, organizationId }: AuditExportFilter,
  after: number,
  limit: number,
): Promise<ExportedRow[]> =>
  query<ExportedRow>(
    `select id, organization_id, at, actor_uid, actor_name, action, target_id, target_name, address, changes from audit_events
     where id > $1 and ($2::timestamptz is null or at >= $2) and ($3::uuid is null or organization_id = $3)
     order by id limit $4`,
    [after, since ?? null, organizationId ?? null, limit],
  )
