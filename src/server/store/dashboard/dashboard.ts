import { only, type Query } from '../database/database.ts'
import { IS_COUNTED, NOT_DRY } from '../runs/counted-runs.ts'
import type { FlowSnapshot, RunErrorRow } from '../runs/run-rows.ts'

/** The length of a period until now; Postgres reads the names as intervals. */
export type PeriodName = '24h' | '7d' | '30d'

export interface Period {
  readonly length: PeriodName
  readonly bucket: 'hour' | 'day'
}

export interface TotalsRow {
  readonly runs: number
  readonly succeeded: number
  /** Counted neither as succeeded nor as failed. */
  readonly partially_succeeded: number
  readonly failed: number
  readonly cancelled: number
  readonly rows_written: number
  readonly median_duration_ms: number | null
}

const MILLISECONDS = 'extract(epoch from finished_at - started_at) * 1000'

/** The figures of the runs that were queued between `from` and `to` periods ago. */
export const runTotals = (query: Query, organizationId: string, { length }: Period, periodsAgo: 0 | 1) =>
  only(
    query<TotalsRow>(
      `select count(*) as runs,
       count(*) filter (where status = 'succeeded') as succeeded,
       count(*) filter (where status = 'partially_succeeded') as partially_succeeded,
       count(*) filter (where status = 'failed') as failed,
       count(*) filter (where status = 'cancelled') as cancelled,
       coalesce(sum(rows_written), 0)::bigint as rows_written,
       percentile_cont(0.5) within group (order by ${MILLISECONDS}) filter (where status = 'succeeded') as median_duration_ms
     from runs where organization_id = $1 and ${NOT_DRY}
       and queued_at > now() - $2::interval * ($3 + 1) and queued_at <= now() - $2::interval * $3`,
      [organizationId, length, periodsAgo],
    ),
  )

export interface BucketRow {
  readonly start: Date
  readonly succeeded: number
  /** Counted neither as succeeded nor as failed. */
  readonly partially_succeeded: number
  readonly failed: number
  readonly cancelled: number
  readonly active: number
  readonly rows_written: number
}

export const runBuckets = (query: Query, organizationId: string, { length, bucket }: Period): Promise<BucketRow[]> =>
  query<BucketRow>(
    `select start, coalesce(succeeded, 0) as succeeded, coalesce(partially_succeeded, 0) as partially_succeeded, coalesce(failed, 0) as failed, coalesce(cancelled, 0) as cancelled,
       coalesce(active, 0) as active, coalesce(rows_written, 0) as rows_written
     from generate_series(date_trunc($3, now() - $2::interval), now(), ('1 ' || $3)::interval) start
     left join (
       select date_trunc($3, queued_at) as start,
         count(*) filter (where status = 'succeeded') as succeeded,
         count(*) filter (where status = 'partially_succeeded') as partially_succeeded,
         count(*) filter (where status = 'failed') as failed,
         count(*) filter (where status = 'cancelled') as cancelled,
         count(*) filter (where status in ('queued', 'running', 'committing')) as active,
         sum(rows_written)::bigint as rows_written
       from runs where organization_id = $1 and ${NOT_DRY} and queued_at >= date_trunc($3, now() - $2::interval)
       group by 1) counted using (start)
     order by start`,
    [organizationId, length, bucket],
  )

export interface FlowFigure {
  readonly flow_id: string
  readonly flow_name: string
}

/** At most this many flows have a row in the picture of days. */
const WORST = 15

/** Those that failed most often in the period, then those whose last success is oldest; without flows that never ran. */
export const worstFlows = (query: Query, organizationId: string, { length, bucket }: Period) =>
  query<FlowFigure & { last_success_at: Date | null }>(
    `with failing as (
       select flow_id, count(*) as failures from runs
       where organization_id = $1 and status in ('failed', 'partially_succeeded') and ${NOT_DRY}
         and queued_at >= date_trunc($3, now() - $2::interval)
       group by flow_id),
     -- With all that failed as often as the last of them: only among those does the last success decide.
     likely as (
       select id, name, failures from flows left join failing on flow_id = flows.id where organization_id = $1
       order by failures desc nulls last fetch first ${WORST} rows with ties)
     select likely.id as flow_id, likely.name as flow_name, finished_at as last_success_at
     from likely left join lateral (
       select finished_at from runs where flow_id = likely.id and status = 'succeeded' and ${IS_COUNTED} order by queued_at desc limit 1
     ) latest on true
     where failures is not null or finished_at is not null
     order by failures desc nulls last, last_success_at nulls first limit ${WORST}`,
    [organizationId, length, bucket],
  )

export interface OutcomeRow {
  readonly flow_id: string
  readonly start: Date
  readonly succeeded: boolean
  readonly failed: boolean
}

/** The results of each of these flows' runs, per bucket; buckets without an ended run are left out. */
export const flowOutcomes = (
  query: Query,
  organizationId: string,
  { length, bucket }: Period,
  flowIds: readonly string[],
): Promise<OutcomeRow[]> =>
  query<OutcomeRow>(
    `select flow_id, date_trunc($3, queued_at) as start,
       bool_or(status in ('succeeded', 'partially_succeeded')) as succeeded, bool_or(status in ('failed', 'partially_succeeded')) as failed
     from runs
     where organization_id = $1 and flow_id = any($4) and queued_at >= date_trunc($3, now() - $2::interval)
       and status in ('succeeded', 'partially_succeeded', 'failed') and ${NOT_DRY}
     group by flow_id, start`,
    [organizationId, length, bucket, flowIds],
  )

export interface FailingFlow extends FlowFigure {
  readonly run_id: string
  readonly message: string | null
  readonly at: Date
  readonly error: RunErrorRow | null
  readonly ends: FlowSnapshot
  /** The integration at the end where the run failed. */
  readonly integration_id: string | null
}

/** Flows whose last finished run failed, completely or partly. */
export const failingFlows = (query: Query, organizationId: string) =>
  query<FailingFlow>(
    `select flows.id as flow_id, flows.name as flow_name, latest.id as run_id, error->>'message' as message, latest.finished_at as at,
       error, flow_snapshot as ends,
       (select integration_id from connections where connections.id = (case error->>'side'
          when 'source' then flow_snapshot->>'sourceConnectionId'
          when 'destination' then flow_snapshot->>'destinationConnectionId' end)::uuid) as integration_id
     from flows join last_runs on last_runs.flow_id = flows.id join runs latest on latest.id = last_runs.run_id
     where flows.organization_id = $1 and last_runs.status in ('failed', 'partially_succeeded') order by at desc`,
    [organizationId],
  )

export const runningNow = (query: Query, organizationId: string) =>
  query<FlowFigure & { run_id: string; status: string; started_at: Date | null }>(
    `select flow_id, flows.name as flow_name, runs.id as run_id, status, started_at
     from runs join flows on flows.id = flow_id
     where runs.organization_id = $1 and status in ('queued', 'running', 'committing') order by queued_at`,
    [organizationId],
  )
