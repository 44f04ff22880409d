import { DEFAULT_REJECT_LIMITS, type RejectLimits } from '../../../core/catalog/runs/reject-limits.ts'
import type { Query } from '../database/database.ts'

export async function findRejectLimits(query: Query, organizationId: string): Promise<RejectLimits> {
  const [limits] = await query<RejectLimits>(
    'select rows, megabytes, days from reject_limits where organization_id = $1',
    [organizationId],
  )
  return limits ?? DEFAULT_REJECT_LIMITS
}

export const saveRejectLimits = (query: Query, organizationId: string, { rows, megabytes, days }: RejectLimits) =>
  query(
    `insert into reject_limits (organization_id, rows, megabytes, days) values ($1, $2, $3, $4)
     on conflict (organization_id) do update set rows = excluded.rows, megabytes = excluded.megabytes, days = excluded.days`,
    [organizationId, rows, megabytes, days],
  )

/** What of an organization is kept at present. */
export interface KeptRejects {
  readonly rows: number
  readonly bytes: number
  readonly runs: number
  readonly oldest: Date | null
}

export async function countKeptRejects(query: Query, organizationId: string): Promise<KeptRejects> {
  const [kept] = await query<KeptRejects>(
    `select count(*) as rows, coalesce(sum(pg_column_size(sealed)), 0)::bigint as bytes, count(distinct run_id) as runs,
       min(rejected_at) as oldest from rejected_rows where organization_id = $1`,
    [organizationId],
  )
  return kept ?? { rows: 0, bytes: 0, runs: 0, oldest: null }
}
