import { COUNTED_POSITIONS } from '../../../core/catalog/runs/run-limits.ts'
import { isFinal, type RunStatus, statusesBefore } from '../../../core/catalog/runs/run-states.ts'
import {
  TRANSFORMATION_TYPE_NAMES,
  TRANSFORMATION_TYPES,
} from '../../../core/catalog/transformations/transformation-types.ts'
import { announcedOfOrganization } from '../database/announcement.ts'
import { first, type Query } from '../database/database.ts'
import type { RunErrorRow, RunPaceRow, RunRow, RunTotalsRow } from './run-rows.ts'
import { STREAMS, type StreamChange, storeStreams } from './run-streams.ts'
import { type Stored, withWork } from './stored-work.ts'
import { countUsage } from './usage.ts'
import { ANNOUNCED_WAITING } from './wake-schedulers.ts'

const types = TRANSFORMATION_TYPE_NAMES.filter((type) => TRANSFORMATION_TYPES[type].rowsAfter === 'other')

/** Whether a step of a run creates new rows from those that were read, so that the difference was not filtered out. */
const COMBINES_ROWS = `coalesce(
  flow_snapshot->'config'->'transformations' @? '$[*].type ? (${types.map((type) => `@ == "${type}"`).join(' || ')})', false)`

/** Runs with the names of their flows, also of deleted ones, and of people. @param runs a table, or a query with the name `runs` */
const namedRuns = (runs: string, columns: string) => `
  select ${columns}, coalesce(flows.name, trash.name, '') as flow_name, flows.id is null as flow_deleted, ${COMBINES_ROWS} as becomes_others, coalesce(users.display_name, users.email) as triggered_by_name,
    case when status = 'queued' then waiting_of(runs.id, ${COUNTED_POSITIONS}) end as waiting
  from ${runs} left join flows on flows.id = runs.flow_id left join trash on trash.id = runs.flow_id
  left join users on users.uid = triggered_by`

const LISTED = `runs.id, runs.organization_id, flow_id, flow_version, status, trigger, triggered_by,
    scheduled_for, attempt, attempts, retry_at, epoch, cancel_requested_at, queued_at, started_at, finished_at, error, totals`

/** Named one by one, so that the statement may be prepared: a migration adds others. */
const COLUMNS = `${LISTED}, flow_snapshot, pace`

const SELECT = namedRuns('runs', `${COLUMNS}, ${STREAMS} as streams`)

/** Lists and events include the streams only of runs with at most this many: each has about 500 bytes, and there may be thousands. */
export const FEW_STREAMS = 50

/** Excludes all columns that may be large, so that the store does not read them. */
export const listedRuns = (runs: string) =>
  namedRuns(
    runs,
    `${LISTED}, flow_snapshot - 'config' as flow_snapshot,
    case when (totals->>'streams')::int <= ${FEW_STREAMS} then ${STREAMS} end as streams`,
  )

/** Announces which run has changed; see http/events/run-feed.ts. */
export const ANNOUNCED = announcedOfOrganization(`json_build_object('o', organization_id, 'r', id)`)

export const findRun = (query: Query, organizationId: string, id: string) =>
  first(
    withWork(query<Stored<RunRow>>(`${SELECT} where runs.organization_id = $1 and runs.id = $2`, [organizationId, id])),
  )

/** Of whichever organization. */
export const findRunOfAny = (query: Query, id: string) =>
  first(withWork(query<Stored<RunRow>>(`${SELECT} where runs.id = $1`, [id])))

export const findRunWithoutStreams = (query: Query, organizationId: string, id: string) =>
  first(
    withWork(
      query<Stored<Omit<RunRow, 'streams'>>>(
        `${namedRuns('runs', COLUMNS)} where runs.organization_id = $1 and runs.id = $2`,
        [organizationId, id],
      ),
    ),
  )

export const findActiveRun = async (query: Query, flowId: string): Promise<{ id: string } | undefined> =>
  (
    await query<{ id: string }>(
      `select id from runs where flow_id = $1 and status in ('queued', 'running', 'committing')`,
      [flowId],
    )
  )[0]

/** The active run for which a further one is refused: in an organization that is being moved none is, because all are refused for that. */
export const findBlockingRun = async (query: Query, flowId: string): Promise<{ id: string } | undefined> =>
  (
    await query<{ id: string }>(
      `select id from runs where flow_id = $1 and status in ('queued', 'running', 'committing')
         and not exists (select from organization_moves where organization_moves.organization_id = runs.organization_id and state <> 'active')`,
      [flowId],
    )
  )[0]

export const listActiveRuns = (query: Query, organizationId: string): Promise<{ id: string }[]> =>
  query<{ id: string }>(
    `select id from runs where organization_id = $1 and status in ('queued', 'running', 'committing')`,
    [organizationId],
  )

export interface RunChange {
  readonly runId: string
  readonly epoch: number
  readonly status: RunStatus
  /** The changed ones since the last time. */
  readonly streams: readonly StreamChange[]
  /** Over all of them. */
  readonly totals: RunTotalsRow
  /** Absent: as before. */
  readonly pace?: readonly RunPaceRow[] | undefined
  readonly error?: RunErrorRow | undefined
}

/** Writes progress or an end, once: refused when another attempt has taken over or the run has ended. @returns whether it was written */
export async function saveRun(
  query: Query,
  { runId, epoch, status, streams, totals, pace, error }: RunChange,
): Promise<boolean> {
  const rows = await query(
    `with changed as (
       update runs set status = $3, totals = $4, rows_written = ($4::jsonb->>'rows_written')::bigint, error = $5, pace = coalesce($8, pace),
         finished_at = case when ${isFinal(status)} then now() end
       where id = $1 and epoch = $2 and status = any($6) returning id, organization_id, flow_id, finished_at),
     stored as (${storeStreams('$7')})
     select ${ANNOUNCED}, ${ANNOUNCED_WAITING('changed')} from changed`,
    [
      runId,
      epoch,
      status,
      totals,
      error ?? null,
      statusesBefore(status),
      JSON.stringify(streams),
      pace ? JSON.stringify(pace) : null,
    ],
  )
  return rows.length === 1
}

/** Nobody works on it: it has not begun, or waits for its next attempt. */
const IS_WAITING = `(status = 'queued' or retry_at is not null)`

/**
 * Requests the end of a run: at once while nobody works on it, otherwise through its worker. @returns whether this was the
 * first request: false for a run that has ended, or is about to end
 */
export async function requestCancel(query: Query, organizationId: string, runId: string): Promise<boolean> {
  const asked = await query<{ finished_at: Date | null; is_first: boolean }>(
    `with asked as (
       update runs set cancel_requested_at = coalesce(cancel_requested_at, now()),
         status = case when ${IS_WAITING} then 'cancelled' else status end,
         finished_at = case when ${IS_WAITING} then now() end
       where organization_id = $1 and id = $2 and status in ('queued', 'running', 'committing')
       returning id, organization_id, flow_id, finished_at, cancel_requested_at)
     select finished_at, cancel_requested_at = now() as is_first, ${ANNOUNCED}, pg_notify('millrace_cancel', id::text), ${ANNOUNCED_WAITING('asked')} from asked`,
    [organizationId, runId],
  )
  if (asked.some(({ finished_at }) => finished_at)) await countUsage(query, runId)
  return asked.some(({ is_first }) => is_first)
}

export const isCancelRequested = async (query: Query, runId: string): Promise<boolean> =>
  (await query('select from runs where id = $1 and cancel_requested_at is not null', [runId])).length > 0
