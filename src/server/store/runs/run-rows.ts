import type { CheckState } from '../../../core/catalog/runs/check-states.ts'
import type { RunStatus, RunTrigger } from '../../../core/catalog/runs/run-states.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { Words } from '../../../core/catalog/words.ts'
import type { ArrivalCheck, CheckResult, StreamPhases } from '../../../engine/move/run/stream-progress.ts'
import type { Problem } from '../../../engine/ports/connector.ts'
import type { RowDifference } from '../../../engine/ports/dry-run.ts'
import type { FlowConfig } from '../flows/flow-config.ts'
import type { RunAttemptRow } from './run-attempts.ts'
import type { RunWork } from './run-work.ts'

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
  readonly rows_left_out?: number
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
  /** The columns that a run writes and that were not compared. */
  readonly uncompared_columns?: readonly string[]
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
  /** How far it was at some moments; null before the first rows. */
  readonly pace: readonly RunPaceRow[] | null
  /** Only while it is queued. */
  readonly waiting: WaitingRow | null
}

/** Milliseconds since the attempt began to move rows, and the rows that it had read then. */
export type RunPaceRow = readonly [ms: number, rowsRead: number]

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
export interface ListedRunRow extends Omit<RunRow, 'flow_snapshot' | 'streams' | 'pace'> {
  readonly flow_snapshot: Omit<FlowSnapshot, 'config'>
  readonly streams: readonly RunStreamRow[] | null
}

/** The reason why a run has not begun. */
export interface WaitingRow {
  /** Whose active runs are counted. */
  readonly of: 'account' | 'organization'
  readonly active: number
  readonly allowed: number
  /** Runs of all organizations that start before it, up to a limit. */
  readonly before: number
  /** The class of workers that its flow asks for; empty: none. */
  readonly class: string
  /** Live workers of this class. */
  readonly workers: number
}
