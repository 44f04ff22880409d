import type { CheckState } from '../../../core/catalog/runs/check-states.ts'
import { RUN_LIMITS } from '../../../core/catalog/runs/run-limits.ts'
import { isFinal, type RunStatus, type RunTrigger, statusesBefore } from '../../../core/catalog/runs/run-states.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { Words } from '../../../core/catalog/words.ts'
import type { ArrivalCheck, CheckResult, StreamPhases } from '../../../engine/move/run/move-request.ts'
import type { Problem } from '../../../engine/ports/connector.ts'
import type { RowDifference } from '../../../engine/ports/dry-run.ts'
import { first, type Query } from '../database/database.ts'
import type { FlowConfig } from '../flows/flow-config.ts'
import { COMBINES_ROWS } from './combines-rows.ts'
import type { RunAttemptRow } from './run-attempts.ts'
import { STREAMS, type StreamChange, storeStreams } from './run-streams.ts'
import type { RunWork } from './run-work.ts'
import { type Stored, withWork } from './stored-work.ts'
import { countUsage } from './usage.ts'
import { NOTIFY_WAITING } from './wake-schedulers.ts'

/** The flow at the time of the request; later changes of the flow apply to later runs. */
export interface FlowSnapshot {
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
  readonly config: FlowConfig
  /** The ends that a stand-in played when the run was queued; by its end it may be removed. */
  readonly standIns?: readonly ('source' | 'destination')[]
  /** The runs of other flows after which it started. */
  readonly startedAfter?: readonly PrecedingRun[]
}

/** A run after which another one started, with the name that its flow had. */
export interface PrecedingRun {
  readonly runId: string
  readonly flowId: string
  readonly flowName: string
}

export interface RunStreamRow {
  readonly entity: string
  readonly target: string
  readonly status: string
  readonly rows_read: number
  readonly rows_filtered: number
  readonly rows_rejected: number
  readonly rows_written: number
  /** Additional rows from steps. */
  readonly rows_added?: number
  /** Rows of the target that the source no longer has. */
  readonly rows_removed?: number
  readonly rows_marked?: number
  readonly bytes: number
  readonly estimated_rows?: number
  /** The window of an incremental stream; see `Window`. */
  readonly window?: {
    readonly cursor: string
    readonly from?: string
    readonly until?: string
    /** The number of rows without a value in the cursor, and whether they were read. */
    readonly empty_rows?: number
    readonly empty_rows_read?: boolean
    /** Rows whose value cannot be a mark; they are read every time. */
    readonly rows_ahead?: number
  }
  readonly notes?: readonly string[]
  readonly note_sentences?: readonly Sentence[]
  readonly receipt?: ReceiptPart
  /** The findings of a dry run. */
  readonly difference?: RowDifference
  /** The columns by whose values both sides were compared. */
  readonly compared_columns?: readonly string[]
  /** A dry run has stored the message that a run would send. */
  readonly has_message?: true
  readonly error?: RunErrorRow
  /** What has changed in its columns since it last succeeded. */
  readonly column_changes?: readonly ColumnChangeRow[]
  /** Columns that were probably renamed at the source while the target followed, as long as nobody has answered. */
  readonly renamed_columns?: readonly RenamedColumnRow[]
}

export interface RenamedColumnRow {
  readonly name: string
  readonly to: string
}

export interface ColumnChangeRow {
  readonly side: 'source' | 'destination'
  readonly name: string
  readonly is: 'added' | 'removed' | 'retyped'
  readonly type?: string
  readonly before?: string
}

/** The content of a receipt besides the counts. */
export interface ReceiptPart {
  readonly check?: ArrivalCheck
  /** The results of the stream's own checks. */
  readonly data_checks?: readonly DataCheckRow[]
  readonly phases?: StreamPhases
  /** Keys that the source sent to find vanished rows, in addition to the rows. */
  readonly keys_compared?: number
  /** The position after the last run. */
  readonly cursor_before?: string
  /** The hash of the whole receipt, when the stream has ended. */
  readonly hash?: string
}

export interface DataCheckRow extends Omit<CheckResult, 'message'>, Pick<Words, 'message' | 'sentence'> {}

export interface RunErrorRow
  extends Words,
    Pick<
      Problem,
      | 'node'
      | 'field'
      | 'side'
      | 'retryAfter'
      | 'vanished'
      | 'percent'
      | 'narrow'
      | 'columns'
      | 'gone'
      | 'refused'
      | 'object'
      | 'budget'
    > {
  readonly code: string
  /** The account with which Millrace signed in at that end, if it has a name. */
  readonly account?: string
  readonly stream?: string
  /** For a run of several streams: the error of the first failed one; `message` has the number of failures. */
  readonly cause?: string
  readonly cause_sentence?: Sentence
}

export interface RunRow {
  readonly id: string
  readonly organization_id: string
  readonly flow_id: string
  readonly flow_name: string
  /** The flow is in the trash or deleted permanently. */
  readonly flow_deleted: boolean
  readonly flow_version: number
  readonly flow_snapshot: FlowSnapshot
  readonly work: RunWork
  /** A step creates new rows from those that were read. */
  readonly becomes_others: boolean
  readonly status: RunStatus
  readonly trigger: RunTrigger
  readonly triggered_by: string | null
  readonly triggered_by_name: string | null
  /** The scheduled time. */
  readonly scheduled_for: Date | null
  readonly attempt: number
  /** The previous attempts. */
  readonly attempts: readonly RunAttemptRow[]
  /** The earliest time of the next attempt, while the run waits for it. */
  readonly retry_at: Date | null
  readonly epoch: number
  readonly cancel_requested_at: Date | null
  readonly queued_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly error: RunErrorRow | null
  readonly streams: RunStreamRow[]
  /** Over all streams, in the form of the API. */
  readonly totals: RunTotalsRow
  /** Only while it is queued. */
  readonly waiting: WaitingRow | null
}

export interface RunTotalsRow {
  readonly streams: number
  readonly succeeded: number
  readonly failed: number
  readonly rows_read: number
  readonly rows_written: number
  readonly rows_filtered: number
  readonly rows_rejected: number
  readonly rows_added: number
  /** Absent for runs before this was counted. */
  readonly rows_removed?: number
  readonly rows_marked?: number
  readonly bytes: number
  readonly estimated_rows: number
  readonly rows_arrived: number
  readonly balanced: number
  readonly check: CheckState | null
  /** Of a dry run or a comparison: rows that are not the same on both sides. */
  readonly rows_differing?: number
  /** A dry run has found that a run would stop, at a check or before its first row. */
  readonly would_stop?: boolean
}

/** A run as in lists: without the settings of its tables, and without its streams if it has many. */
export interface ListedRunRow extends Omit<RunRow, 'flow_snapshot' | 'streams'> {
  readonly flow_snapshot: Omit<FlowSnapshot, 'config'>
  readonly streams: readonly RunStreamRow[] | null
}

/** The reason why a run has not begun. */
export interface WaitingRow {
  /** Active runs of its account. */
  readonly active: number
  /** Runs of all organizations that start before it, up to a limit. */
  readonly before: number
}

/** Runs with the names of their flows, also of deleted ones, and of people. @param runs a table, or a query with the name `runs` */
const namedRuns = (runs: string, columns: string) => `
  select ${columns}, coalesce(flows.name, trash.name, '') as flow_name, flows.id is null as flow_deleted, ${COMBINES_ROWS} as becomes_others, coalesce(users.display_name, users.email) as triggered_by_name,
    case when status = 'queued' then waiting_of(coalesce(account, runs.organization_id::text), turn, queued_at, ${RUN_LIMITS.active}, ${RUN_LIMITS.counted}) end as waiting
  from ${runs} left join flows on flows.id = runs.flow_id left join trash on trash.id = runs.flow_id
  left join users on users.uid = triggered_by`

const SELECT = namedRuns('runs', `runs.*, ${STREAMS} as streams`)

/** Lists and events include the streams only of runs with at most this many: each has about 500 bytes, and there may be thousands. */
export const FEW_STREAMS = 50

/** Excludes all columns that may be large, so that the store does not read them. */
export const listedRuns = (runs: string) =>
  namedRuns(
    runs,
    `runs.id, runs.organization_id, flow_id, flow_version, flow_snapshot - 'config' as flow_snapshot, status, trigger, triggered_by,
    scheduled_for, attempt, attempts, retry_at, epoch, cancel_requested_at, queued_at, started_at, finished_at, error, totals,
    case when (totals->>'streams')::int <= ${FEW_STREAMS} then ${STREAMS} end as streams`,
  )

/** Notifies every API process which run has changed; see http/events/run-feed.ts. */
export const NOTIFY = `pg_notify('millrace_runs', json_build_object('o', organization_id, 'r', id)::text)`

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
        `${namedRuns('runs', 'runs.*')} where runs.organization_id = $1 and runs.id = $2`,
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
  readonly error?: RunErrorRow | undefined
}

/** Writes progress or an end, once: refused when another attempt has taken over or the run has ended. @returns whether it was written */
export async function saveRun(
  query: Query,
  { runId, epoch, status, streams, totals, error }: RunChange,
): Promise<boolean> {
  const rows = await query(
    `with changed as (
       update runs set status = $3, totals = $4, rows_written = ($4::jsonb->>'rows_written')::bigint, error = $5,
         finished_at = case when ${isFinal(status)} then now() end
       where id = $1 and epoch = $2 and status = any($6) returning id, organization_id, flow_id, finished_at),
     stored as (${storeStreams('$7')})
     select ${NOTIFY}, ${NOTIFY_WAITING('changed')} from changed`,
    [runId, epoch, status, totals, error ?? null, statusesBefore(status), JSON.stringify(streams)],
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
     select finished_at, cancel_requested_at = now() as is_first, ${NOTIFY}, pg_notify('millrace_cancel', id::text), ${NOTIFY_WAITING('asked')} from asked`,
    [organizationId, runId],
  )
  if (asked.some(({ finished_at }) => finished_at)) await countUsage(query, runId)
  return asked.some(({ is_first }) => is_first)
}

export const isCancelRequested = async (query: Query, runId: string): Promise<boolean> =>
  (await query('select from runs where id = $1 and cancel_requested_at is not null', [runId])).length > 0
