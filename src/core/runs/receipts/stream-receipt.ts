import type { CheckOutcome } from '../../catalog/checks/data-checks.ts'
import type { CheckState, UncheckedReason } from '../../catalog/runs/check-states.ts'
import type { Sentence } from '../../catalog/sentence.ts'

/** The result of the check at the destination, before the rows were put in place. */
export interface ArrivalCheck {
  readonly state: CheckState
  /** As the destination counted them. */
  readonly rows: number
  /** As the source counted them by a query of its own. */
  readonly counted?: number
  /** Columns whose values were compared with the source's. */
  readonly keys?: readonly string[]
  /** They were compared with the rows that were sent, not with those that the source has. */
  readonly sent?: true
  /** The reason why none were compared. */
  readonly reason?: UncheckedReason
  /** How many of the last steps the destination ran afterwards: the rows that were checked are those before them. Absent: none. */
  readonly derived?: number
}

/** The result of one of the stream's own checks. */
export interface DataCheckResult {
  readonly id: string
  readonly state: CheckOutcome
  /** How many rows did not pass; absent for a check that is not about single rows. */
  readonly rows?: number
  readonly message: string
  readonly sentence?: Sentence
}

/** Data about a stream besides its counts. */
export interface StreamReceipt {
  readonly check?: ArrivalCheck
  readonly dataChecks?: readonly DataCheckResult[]
  readonly phases?: StreamPhases
}

/** Milliseconds, one part after the other; a part that goes on has none yet. */
export interface StreamPhases {
  /** When the first part began; absent for runs of earlier versions. */
  readonly begun?: string
  readonly moving?: number
  readonly checking?: number
  readonly committing?: number
}

/** How the rows of a dry run differ from the existing ones. */
export interface RowDifference {
  readonly created: number
  readonly changed: number
  readonly removed: number
  /** Rows that would be marked, because the source no longer has them. */
  readonly marked?: number
  readonly unchanged: number
  /** Rows of which the destination was not asked whether they already exist. */
  readonly unknown?: number
}
