import type { Fix } from '../catalog/errors/error-class.ts'
import type { LogOrigin } from '../catalog/log-origins.ts'
import type { RunStatus } from '../catalog/run-states.ts'
import type { Sentence } from '../catalog/sentence.ts'
import type { FlowOfRun } from './compare-flows.ts'
import type { RunPace } from './run-pace.ts'
import type { RunTotals } from './run-totals.ts'
import type { RowDifference, StreamReceipt } from './stream-receipt.ts'

export interface RunSummary {
  readonly id: string
  readonly status: RunStatus
  readonly startedAt?: string
  readonly finishedAt?: string
  readonly rowsWritten?: number
}

export interface Run extends RunSummary {
  readonly flowId: string
  readonly flowName?: string
  readonly flowVersion?: number
  /** Nothing was written. */
  readonly isDry?: boolean
  /** person, schedule or api */
  readonly trigger?: string
  readonly triggeredBy?: { readonly uid: string; readonly name?: string }
  /** The time that a schedule had set. */
  readonly scheduledFor?: string
  readonly attempt?: number
  /** Those before, oldest first. */
  readonly attempts?: readonly RunAttempt[]
  /** When the next begins, while the run waits for that. */
  readonly retryAt?: string
  /** How many there may be in all before the run fails with its error. */
  readonly attemptsAllowed?: number
  readonly queuedAt?: string
  /** Why it has not begun, while it is queued. */
  readonly waiting?: RunWaiting
  /** Somebody asked to stop it, and it has not stopped yet. */
  readonly cancelRequested?: boolean
  readonly error?: RunError
  /** All of them when it was asked for by its id; a list tells of none of a run that has many. */
  readonly streams: readonly RunStream[]
  /** Those that are news of a run that has many; the others are as they were. */
  readonly changedStreams?: readonly RunStream[]
  /** Rows read at the moments of the last news; only of a run that is watched. */
  readonly pace?: RunPace
  /** Over all streams, also those that are not told; see `totalsOf`. */
  readonly totals?: RunTotals
  /** The flow as it was when the run was asked for; only of a run that was asked for by its id. */
  readonly flow?: FlowOfRun
}

export interface RunWaiting {
  /** Runs of the organization that are under way, and how many may be. */
  readonly active: number
  readonly allowed: number
  /** Runs, whoever's they are, that begin first; `RUN_LIMITS.counted` or more are that many. */
  readonly before: number
}

export interface RunError {
  readonly code: string
  readonly message: string
  /** The message and the hint for a reader of another language. */
  readonly sentence?: Sentence
  readonly hint?: string
  readonly hintSentence?: Sentence
  readonly stream?: string
  readonly node?: string
  /** The form field to blame, of the connection or of its integration. */
  readonly field?: string
  /** The connection at whose end it happened. */
  readonly connectionId?: string
  /** Where it is fixed. */
  readonly fix?: Fix
}

/** An attempt that did not bring the run to its end. */
export interface RunAttempt {
  readonly attempt: number
  readonly endedAt: string
  readonly error: RunError
}

/** One entity's way through a run; rows read + added = written + filtered + rejected once it is done. */
export interface RunStream {
  readonly entity: string
  readonly target: string
  readonly status: string
  readonly rowsRead: number
  readonly rowsFiltered: number
  readonly rowsRejected: number
  readonly rowsWritten: number
  /** Made by steps. */
  readonly rowsAdded?: number
  readonly bytes: number
  readonly estimatedRows?: number
  /** What an incremental stream read; without a start, from the beginning. */
  readonly window?: { readonly cursor: string; readonly from?: string; readonly until: string }
  /** What a person should know of how the rows came across. */
  readonly notes?: readonly string[]
  readonly noteSentences?: readonly Sentence[]
  readonly receipt?: StreamReceipt
  /** What a dry run found; absent where the destination cannot be compared. */
  readonly difference?: RowDifference
  /** A dry run has found what message a run would send. */
  readonly hasMessage?: boolean
  readonly error?: RunError
}

export interface RunLogLine {
  readonly id: number
  readonly at: string
  readonly level: string
  readonly message: string
  readonly sentence?: Sentence
  readonly entity?: string
  /** Where it happened; absent for what is about the run as a whole. */
  readonly origin?: LogOrigin
}

/** One page; without a next cursor it is the last. */
export interface RunPage {
  readonly runs: readonly Run[]
  readonly nextCursor?: string
}

export interface RunLogPage {
  readonly lines: readonly RunLogLine[]
  /** In the whole log, and of them those that fit the filter. */
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
