import { SERVICE_UID } from '../../../core/catalog/service-keys.ts'
import { only, type Query } from '../database/database.ts'
import { NOT_DRY } from './counted-runs.ts'

export interface UsageRow {
  readonly since: Date
  readonly rows_written: number
  readonly runs: number
  readonly members: number
}

/** The usage of the organization since the first of this month. */
export const usageThisMonth = (query: Query, organizationId: string) =>
  only(
    query<UsageRow>(
      `select date_trunc('month', now()) as since,
       (select count(*) from memberships where organization_id = $1 and not starts_with(user_uid, '${SERVICE_UID}')) as members,
       count(distinct run_id) as runs, coalesce(sum(rows_written), 0)::bigint as rows_written
     from usage_entries where organization_id = $1 and counted_at >= date_trunc('month', now())`,
      [organizationId],
    ),
  )

/** Another attempt of the same run writes the same rows again, or more of them; the counted number stays. @param streams a query */
const count = (streams: string) => `
  insert into usage_entries (organization_id, run_id, entity, target, rows_written)
  select organization_id, run_id, stream->>'entity', stream->>'target', (stream->>'rows_written')::bigint
  from (${streams}) counted where ${NOT_DRY} and stream->>'status' = 'succeeded'
  on conflict (run_id, entity, target) do update
    set rows_written = greatest(usage_entries.rows_written, excluded.rows_written)`

/**
 * Counts the committed streams of a run, once each even if it is called again. Part of the transaction
 * that ends the run, and called before the streams are deleted for another attempt.
 */
export async function countUsage(query: Query, runId: string): Promise<void> {
  // First, so that streams that a worker is just writing are counted: a statement sees only the state at its start.
  await query('select from runs where id = $1 for update', [runId])
  await query(
    count(
      'select runs.organization_id, run_id, flow_snapshot, stream from runs join run_streams on run_id = id where id = $1',
    ),
    [runId],
  )
}

/** @returns the number of entries that are gone */
export const expireUsage = async (
  query: Query,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> => {
  const gone = await query(
    `with old as (
       select entry.* from organizations cross join lateral (
         select run_id, entity, target from usage_entries
         where organization_id = organizations.id and counted_at < now() - $1 * interval '1 day' limit $2) entry
       limit $2)
     delete from usage_entries using old
     where usage_entries.run_id = old.run_id and usage_entries.entity = old.entity and usage_entries.target = old.target returning 1 as gone`,
    [days, limit],
  )
  return gone.length
}
