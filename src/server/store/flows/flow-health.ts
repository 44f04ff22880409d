import { announcedChange } from '../database/announced-change.ts'
import { first, type Query } from '../database/database.ts'
import { IS_COUNTED, NOT_DRY } from '../runs/counted-runs.ts'
import type { RunErrorRow, RunTotalsRow } from '../runs/run-rows.ts'

type CountedStatus = 'succeeded' | 'partially_succeeded' | 'failed'

/** A run at its end, with the state of its flow before. */
export interface EndedRunRow {
  readonly organization_id: string
  readonly organization_name: string
  readonly flow_id: string
  readonly flow_name: string
  readonly status: CountedStatus | 'cancelled'
  readonly started_at: Date | null
  readonly finished_at: Date
  readonly error: RunErrorRow | null
  readonly totals: RunTotalsRow
  readonly traceparent: string | null
  readonly late_since: Date | null
  readonly status_before: CountedStatus | null
  /** For the previous success. */
  readonly totals_before: RunTotalsRow | null
}

/** Neither a replay nor a backfill, each of which moves a part. */
const WHOLE = `flow_snapshot->'replayOf' is null and flow_snapshot->'backfill' is null`

/** Runs that affect the state of a flow: those that took place, and were neither replays nor backfills. */
export const COUNTS = `${IS_COUNTED} and ${WHOLE} and status in ('succeeded', 'partially_succeeded', 'failed')`

/** Runs whose end is told: the same, and those that were cancelled or skipped. */
const IS_REPORTED = `${NOT_DRY} and ${WHOLE} and status in ('succeeded', 'partially_succeeded', 'failed', 'cancelled')`

/** Nobody is told that a flow is late because its schedule is paused after a restore, or its organization is deleted. */
const MAY_BECOME_LATE = `enabled and late_since is null and not exists (
  select from organizations where organizations.id = organization_id and (schedules_paused or deleted_at is not null))`

/** When the last run that moved everything ended, for a row of `flows`. */
const LAST_SUCCESS = `(select finished_at from runs where flow_id = flows.id and status = 'succeeded' and ${COUNTS}
  order by queued_at desc limit 1)`

/** The previous run of the same flow. */
const latestBefore = (column: string, condition: string) =>
  `select ${column} from runs where flow_id = ended.flow_id and id <> ended.id and queued_at <= ended.queued_at and ${condition}
   order by queued_at desc limit 1`

/**
 * Locks a flow until the end of the transaction. Whoever ends one of its runs does so first, and so does whoever starts one: a start waits for the end
 * of the run before, so with the run locked first each would wait for the other.
 */
export async function lockFlow(query: Query, flowId: string): Promise<void> {
  await query('select from flows where id = $1 for no key update', [flowId])
}

/** Locks the flow, so that it is not marked as late meanwhile; nothing for a run whose end is not told. */
export const findEndedRun = (query: Query, runId: string) =>
  first(
    query<EndedRunRow>(
      `with ended as (select * from runs where id = $1 and ${IS_REPORTED})
     select ended.organization_id, organizations.name as organization_name, ended.flow_id, flows.name as flow_name,
       ended.status, ended.started_at, ended.finished_at, ended.error, ended.totals, ended.traceparent, flows.late_since,
       before.status as status_before, success.totals as totals_before
     from ended join flows on flows.id = ended.flow_id join organizations on organizations.id = ended.organization_id
     left join lateral (${latestBefore('status', COUNTS)}) before on true
     left join lateral (${latestBefore('totals', `${COUNTS} and status = 'succeeded'`)}) success on true
     for no key update of flows`,
      [runId],
    ),
  )

export interface FlowNames {
  readonly flow_name: string
  readonly organization_name: string
}

export const findFlowName = (query: Query, flowId: string) =>
  first(
    query<FlowNames>(
      `select flows.name as flow_name, organizations.name as organization_name
       from flows join organizations on organizations.id = organization_id where flows.id = $1`,
      [flowId],
    ),
  )

/** After a success: the flow is fresh, and the time starts again. */
export const keepFreshness = (query: Query, flowId: string): Promise<object[]> =>
  query(
    `update flows set late_since = null, fresh_until = now() + make_interval(mins => freshness_minutes)
     where id = $1 and freshness_minutes is not null`,
    [flowId],
  )

/** Of a mirror, whose destination has everything that the source had then. */
export const keepMirrorFresh = (query: Query, flowId: string, caughtUpAt: Date): Promise<object[]> =>
  query(
    `update flows set fresh_until = $2::timestamptz + make_interval(mins => freshness_minutes),
       late_since = case when $2::timestamptz + make_interval(mins => freshness_minutes) > now() then null else late_since end
     where id = $1 and freshness_minutes is not null`,
    [flowId, caughtUpAt],
  )

/** The time until which a flow with this freshness is fresh; counted from now if it has never succeeded. */
export const freshUntil = (minutes: string): string =>
  `coalesce(${LAST_SUCCESS}, now()) + make_interval(mins => ${minutes})`

export interface LateFlow {
  readonly id: string
  readonly name: string
  readonly organization_id: string
  readonly organization_name: string
  readonly freshness_minutes: number
  readonly late_since: Date
  readonly last_success_at: Date | null
}

/** By the database's clock. @returns flows that were fresh until now; each once, whichever process asks */
export const markLateFlows = (query: Query, limit: number): Promise<LateFlow[]> =>
  query<LateFlow>(
    `with late as (
       update flows set late_since = fresh_until where id in (
         select id from flows where ${MAY_BECOME_LATE} and fresh_until < now()
         order by fresh_until limit $1 for no key update skip locked) returning *)
     select flows.id, flows.name, organization_id, ${announcedChange("'flow'", 'flows.id')},
        organizations.name as organization_name, freshness_minutes, late_since,
       ${LAST_SUCCESS} as last_success_at
     from late flows join organizations on organizations.id = organization_id`,
    [limit],
  )

/** The time until the next flow becomes late, in milliseconds; nothing if there is none. */
export async function untilNextLate(query: Query): Promise<number | undefined> {
  const [row] = await query<{ milliseconds: number | null }>(
    `select extract(epoch from min(fresh_until) - now())::float * 1000 as milliseconds from flows
     where ${MAY_BECOME_LATE} and fresh_until is not null`,
  )
  return row?.milliseconds ?? undefined
}
