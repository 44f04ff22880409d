import { only, type Query } from '../database/database.ts'
import type { StreamChange } from './run-streams.ts'
import type { RunRow } from './runs.ts'
import { NOT_DRY } from './took-place.ts'

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
       (select count(*) from memberships where organization_id = $1) as members,
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

const countStreamsOf = async (query: Query, runs: string, values: readonly unknown[]): Promise<void> => {
  // First, so that streams that a worker is just writing are counted: a statement sees only the state at its start.
  await query(`select from runs where ${runs} for update`, values)
  await query(
    count(
      `select runs.organization_id, run_id, flow_snapshot, stream from runs join run_streams on run_id = id where ${runs}`,
    ),
    values,
  )
}

/**
 * Counts the committed streams of a run, once each even if it is called again. Part of the transaction
 * that ends the run, and called before the streams are deleted for another attempt.
 */
export const countUsage = (query: Query, runId: string): Promise<void> => countStreamsOf(query, 'id = $1', [runId])

/** The same for active runs when their flow is deleted. */
export const countUsageOfFlow = (query: Query, organizationId: string, flowId: string): Promise<void> =>
  countStreamsOf(query, 'runs.organization_id = $1 and flow_id = $2 and finished_at is null', [organizationId, flowId])

/**
 * The same for a run that was deleted before its worker could write its end, for streams that were not recorded before;
 * nothing if its organization was deleted as well.
 */
export const countUsageOfDeleted = (
  query: Query,
  {
    id,
    organization_id: organizationId,
    flow_snapshot: flow,
  }: Pick<RunRow, 'id' | 'organization_id' | 'flow_snapshot'>,
  streams: readonly StreamChange[],
): Promise<object[]> =>
  query(
    count(`select id as organization_id, $2::uuid as run_id, $3::jsonb as flow_snapshot, stream
      from organizations, jsonb_to_recordset($4) as news (stream jsonb)
      where id = $1 and not exists (select from runs where id = $2) for key share of organizations`),
    [organizationId, id, flow, JSON.stringify(streams)],
  )

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
