import { only, type Query } from '../database/database.ts'
import type { RunRow, RunStreamRow } from './runs.ts'
import { NOT_DRY } from './took-place.ts'

export interface UsageRow {
  readonly since: Date
  readonly rows_written: number
  readonly runs: number
  readonly members: number
}

/** What the organization has used since the first of this month. */
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

/** Another attempt of the same run brings the same rows again, at most more of them; what was counted stays. */
const count = (runs: string) => `
  insert into usage_entries (organization_id, run_id, entity, target, rows_written)
  select organization_id, id, stream->>'entity', stream->>'target', (stream->>'rows_written')::bigint
  from (${runs}) counted, jsonb_array_elements(streams) stream
  where ${NOT_DRY} and stream->>'status' = 'succeeded'
  on conflict (run_id, entity, target) do update
    set rows_written = greatest(usage_entries.rows_written, excluded.rows_written)`

/**
 * Counts the streams of a run that have been committed, once each however often it is called. Belongs into the transaction
 * that ends the run, and before what is written down of its streams is given up for another attempt.
 */
export const countUsage = (query: Query, runId: string): Promise<object[]> =>
  query(count('select organization_id, id, flow_snapshot, streams from runs where id = $1 for update'), [runId])

/** The same for runs that are under way while their flow is deleted. */
export const countUsageOfFlow = (query: Query, organizationId: string, flowId: string): Promise<object[]> =>
  query(
    count(`select organization_id, id, flow_snapshot, streams from runs
      where organization_id = $1 and flow_id = $2 and finished_at is null for update`),
    [organizationId, flowId],
  )

/** The same for a run that was deleted before its worker could write its end; nothing where its organization is gone as well. */
export const countUsageOfDeleted = (
  query: Query,
  {
    id,
    organization_id: organizationId,
    flow_snapshot: flow,
  }: Pick<RunRow, 'id' | 'organization_id' | 'flow_snapshot'>,
  streams: readonly RunStreamRow[],
): Promise<object[]> =>
  query(
    count(`select id as organization_id, $2::uuid as id, $3::jsonb as flow_snapshot, $4::jsonb as streams from organizations
      where id = $1 and not exists (select from runs where id = $2) for key share`),
    [organizationId, id, flow, JSON.stringify(streams)],
  )
