import type { PassedBudget } from '../catalog/budgets.ts'
import type { Fix } from '../catalog/errors/error-class.ts'
import type { ProblemText } from '../catalog/problem-text.ts'
import type { ErrorObject } from '../catalog/runs/error-object.ts'
import type { GoneAtSource } from '../catalog/runs/gone-at-source.ts'
import type { LogOrigin } from '../catalog/runs/log-origins.ts'
import type { ProblemColumn } from '../catalog/runs/problem-column.ts'
import type { RefusedAtSource } from '../catalog/runs/refused-at-source.ts'
import type { RunKind } from '../catalog/runs/run-kinds.ts'
import type { RunStatus } from '../catalog/runs/run-states.ts'
import type { Sentence } from '../catalog/sentence.ts'
import type { FlowOfRun } from './compare/compare-flows.ts'
import type { RowsAtTime } from './live/rate-history.ts'
import type { RunPace } from './live/run-pace.ts'
import type { RowDifference, StreamReceipt } from './receipts/stream-receipt.ts'
import type { RunTotals } from './run-totals.ts'

export interface RunSummary {
  readonly id: string
  readonly status: RunStatus
  readonly startedAt?: string
  readonly finishedAt?: string
  readonly rowsWritten?: number
  readonly rowsRead?: number
  readonly rowsRejected?: number
}

export interface Run extends RunSummary {
  readonly flowId: string
  readonly flowName?: string
  /** The flow is in the trash, or deleted permanently; its runs stay. */
  readonly isFlowDeleted?: boolean
  readonly flowVersion?: number
  /** As far as the server says it; it names no other kinds that write. */
  readonly kind: RunKind
  /** The ends that a stand-in played. */
  readonly standIns?: readonly ('source' | 'destination')[]
  /** The dry run is of the flow as this file says it, which was not saved, or without a file of its draft; `isNew`: it did not exist. */
  readonly draft?: { readonly file?: string; readonly isNew?: boolean }
  /** Steps created new rows from those that were read, as an aggregate does. */
  readonly combinesRows?: boolean
  /** One of `RUN_TRIGGERS`, or unknown. */
  readonly trigger?: string
  readonly triggeredBy?: { readonly uid: string; readonly name?: string }
  /** The scheduled time. */
  readonly scheduledFor?: string
  /** The runs after which it started, with the names that their flows had. */
  readonly startedAfter?: readonly { readonly runId: string; readonly flowId: string; readonly flowName: string }[]
  readonly attempt?: number
  /** The previous attempts, oldest first. */
  readonly attempts?: readonly RunAttempt[]
  /** The start of the next attempt, while the run waits for it. */
  readonly retryAt?: string
  /** The maximum number of attempts before the run fails with its error. */
  readonly attemptsAllowed?: number
  readonly queuedAt?: string
  /** The reason why it has not begun, while it is queued. */
  readonly waiting?: RunWaiting
  /** Somebody has requested its end, and it has not stopped yet. */
  readonly cancelRequested?: boolean
  readonly error?: RunError
  /** All of them if it was requested by its id; a list returns none for a run with many. */
  readonly streams: readonly RunStream[]
  /** The changed ones of a run with many; the others are unchanged. */
  readonly changedStreams?: readonly RunStream[]
  /** Rows read at the times of the last events; only for a watched run. */
  readonly pace?: RunPace
  /** The rows that it had read at some moments, in milliseconds since it began; only for a run that was requested by its id. */
  readonly rowsOverTime?: readonly RowsAtTime[]
  /** Over all streams, including those that are not returned; see `totalsOf`. */
  readonly totals?: RunTotals
  /** A person's word that what this dry run shows may happen; only for a run that was requested by its id. */
  readonly approval?: RunApproval
  /** The flow at the time of the request; only for a run that was requested by its id. */
  readonly flow?: FlowOfRun
}

/** For a program that needs approval: it may start the flow once, while the flow stays the same. */
export interface RunApproval {
  readonly by: string
  readonly at: string
  readonly endsAt: string
  /** The flow was started for it. */
  readonly usedAt?: string
}

/** A part of a table by the cursor of its stream, both bounds included; without bounds, the whole table. */
export interface BackfillPart {
  readonly entity: string
  readonly from?: string
  readonly to?: string
}

export interface CountedPart {
  readonly entity: string
  /** Rows of the source in the part. */
  readonly rows: number
}

export interface RunWaiting {
  /** The number of active runs of its account or organization, and the limit. */
  readonly active: number
  readonly allowed: number
  /** Whose runs these are; absent: of its account. */
  readonly of?: 'account' | 'organization'
  /** Runs of any organization that start before it; `COUNTED_POSITIONS` means that many or more. */
  readonly before: number
  /** The class of workers that its flow asks for. */
  readonly class?: string
  /** Live workers that take it. */
  readonly workers?: number
}

export interface RunError extends ProblemText {
  readonly code: string
  readonly stream?: string
  readonly node?: string
  /** The form field with the error, of the connection or of its integration. */
  readonly field?: string
  /** For TOO_MANY_VANISHED: the number of rows of the target that are gone at the source. */
  readonly vanished?: number
  /** For TOO_MANY_VANISHED: their share of the rows of the target, in percent. */
  readonly percent?: number
  /** A wider column of the target could hold the value that it is about. */
  readonly narrow?: boolean
  /** The columns that it is about, if changing the flow or the target for them would be enough. */
  readonly columns?: readonly ProblemColumn[]
  /** What a step needs of another table than the stream's, and is gone at the source. */
  readonly gone?: GoneAtSource
  /** What the account of the source may not read. */
  readonly refused?: RefusedAtSource
  /** What of the other system it is about, for the statement that mends it. */
  readonly object?: ErrorObject
  /** The budget that the next step of the run would pass. */
  readonly budget?: PassedBudget
  /** The account with which Millrace signed in at that end, if it has a name. */
  readonly account?: string
  /** The end at which it happened, if known. */
  readonly side?: 'source' | 'destination'
  /** The connection at whose end it happened. */
  readonly connectionId?: string
  /** Where it is fixed. */
  readonly fix?: Fix
}

/** An attempt that did not finish the run. */
export interface RunAttempt {
  readonly attempt: number
  readonly endedAt: string
  readonly error: RunError
}

/** One entity in a run; rows read + added = written + filtered + rejected at its end. */
export interface RunStream {
  readonly entity: string
  readonly target: string
  readonly status: string
  readonly rowsRead: number
  readonly rowsFiltered: number
  readonly rowsRejected: number
  readonly rowsWritten: number
  /** Created by steps. */
  readonly rowsAdded?: number
  /** Rows of the target that the source no longer has. */
  readonly rowsRemoved?: number
  readonly rowsMarked?: number
  /** Those of the filtered ones that no step has left out, but the destination: it has them, or another row of their key. */
  readonly rowsLeftOut?: number
  readonly bytes: number
  readonly estimatedRows?: number
  /** The window of an incremental stream; without a start, from the beginning; without an end, no value could be a mark. */
  readonly window?: { readonly cursor: string; readonly from?: string; readonly until?: string }
  /** A note for people about how the rows were moved. */
  readonly notes?: readonly string[]
  readonly noteSentences?: readonly Sentence[]
  readonly receipt?: StreamReceipt
  /** The findings of a dry run; absent if the destination cannot be compared. */
  readonly difference?: RowDifference
  /** The columns by whose values both sides were compared. */
  readonly comparedColumns?: readonly string[]
  /** The columns that a run writes and that were not compared. */
  readonly uncomparedColumns?: readonly string[]
  /** A dry run has created the message that a run would send. */
  readonly hasMessage?: boolean
  readonly error?: RunError
  /** Of a table that is over: how the columns of both ends differ from those of its last success. */
  readonly columnChanges?: readonly ColumnChange[]
  /** Columns that were probably renamed at the source while the target followed, so that it has both. */
  readonly renamedColumns?: readonly { readonly name: string; readonly to: string }[]
}

export interface ColumnChange extends ProblemColumn {
  readonly side?: 'source' | 'destination'
}

export interface RunLogLine {
  readonly id: number
  readonly at: string
  readonly level: string
  readonly message: string
  readonly sentence?: Sentence
  readonly entity?: string
  /** The origin; absent if it concerns the run as a whole. */
  readonly origin?: LogOrigin
}

/** One page; without a next cursor it is the last one. */
export interface RunPage {
  readonly runs: readonly Run[]
  readonly nextCursor?: string
}

export interface RunLogPage {
  readonly lines: readonly RunLogLine[]
  /** The number in the whole log, and the number that matches the filter. */
  readonly counts?: { readonly lines: number; readonly fitting: number }
  readonly nextCursor?: string
}

export interface RunLogFilter {
  readonly level?: 'info' | 'warning' | 'error'
  readonly search?: string
  readonly origin?: LogOrigin
  readonly entity?: string
  readonly cursor?: string
}
