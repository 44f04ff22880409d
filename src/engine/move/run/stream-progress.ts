import type { CheckOutcome, CheckType } from '../../../core/catalog/checks/data-checks.ts'
import type { CheckState, UncheckedReason } from '../../../core/catalog/runs/check-states.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { Problem } from '../../ports/connector.ts'
import type { RowDifference } from '../../ports/dry-run.ts'
import type { Window } from '../../ports/source.ts'

/** The result of the check before the rows were put in place. */
export interface ArrivalCheck {
  readonly state: CheckState
  /** As the destination counted them. */
  readonly rows: number
  /** As the source counted them by a separate query, before its steps. Absent: they were not counted there. */
  readonly counted?: number
  /** Columns, with the destination's names, whose values were compared with the source's. */
  readonly keys?: readonly string[]
  /** The sum of the read side is of the rows that were sent, not of those that the source has. */
  readonly sent?: true
  /** The result, equal on both sides; see `KeyDigest`. */
  readonly digest?: { readonly name: string; readonly read: string; readonly landed: string }
  /** The reason why no keys were compared. */
  readonly reason?: UncheckedReason
  /** How many of the last steps the destination ran afterwards: the rows that were checked are those before them. Absent: none. */
  readonly derived?: number
}

/** The result of one of the stream's own checks. */
export interface CheckResult {
  readonly id: string
  readonly type: CheckType
  readonly state: CheckOutcome
  /** How many rows did not pass; absent for a check that is not about single rows. */
  readonly rows?: number
  readonly message: Sentence
}

/** The parts of a stream, one after the other. */
export type PhaseName = 'moving' | 'checking' | 'committing'

/** The durations of the parts of a stream, in milliseconds; a part that goes on has none yet. */
export interface StreamPhases {
  /** When the first part began: an instant. */
  readonly begun?: string
  readonly moving?: number
  readonly checking?: number
  readonly committing?: number
}

export type StreamStatus = 'pending' | 'running' | 'committing' | 'succeeded' | 'failed' | 'cancelled'

/** The running totals of one stream; always complete, never a difference. */
export interface StreamProgress {
  readonly entity: string
  readonly target: string
  readonly status: StreamStatus
  readonly rowsRead: number
  readonly rowsFiltered: number
  readonly rowsRejected: number
  readonly rowsWritten: number
  /** Additional rows from steps: read + added = filtered + rejected + written. */
  readonly rowsAdded?: number
  readonly bytes: number
  readonly estimatedRows?: number
  /** The window of an incremental stream; the next run continues at its upper bound, if this one succeeds. */
  readonly window?: Window
  /** Where the next run would have continued without this one; only for an incremental stream. */
  readonly cursorBefore?: string
  readonly check?: ArrivalCheck
  /** The results of the stream's own checks, in their order. */
  readonly dataChecks?: readonly CheckResult[]
  readonly phases?: StreamPhases
  /** Rows of the target that were removed, or marked, because the source no longer has their key. */
  readonly rowsRemoved?: number
  readonly rowsMarked?: number
  /** Keys that the source sent for the comparison, in addition to the rows. */
  readonly keysCompared?: number
  /** The result of a dry run. */
  readonly difference?: RowDifference
  /** The columns by whose values source and target were compared. */
  readonly comparedColumns?: readonly string[]
  /** The columns that a run writes and that were not compared. */
  readonly uncomparedColumns?: readonly string[]
  /** Rows that arrived, and were left out when the others were put in place; they count as filtered. */
  readonly rowsLeftOut?: number
  /** A dry run has created the message that a run would send. */
  readonly hasMessage?: true
  /** A note for people about how the rows were moved. */
  readonly notes?: readonly Sentence[]
  readonly error?: Problem
}
