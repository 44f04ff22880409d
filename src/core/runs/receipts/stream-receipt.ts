import type { CheckState, UncheckedReason } from '../../catalog/runs/check-states.ts'

/** The result of the check at the destination, before the rows were put in place. */
export interface LandedCheck {
  readonly state: CheckState
  /** As the destination counted them. */
  readonly rows: number
  /** Columns whose values were compared with the source's. */
  readonly keys?: readonly string[]
  /** The reason why none were compared. */
  readonly reason?: UncheckedReason
}

/** Data about a stream besides its counts. */
export interface StreamReceipt {
  readonly check?: LandedCheck
  /** Milliseconds. */
  readonly phases?: { readonly moving?: number; readonly checking?: number; readonly committing?: number }
}

/** How the rows of a dry run differ from the existing ones. */
export interface RowDifference {
  readonly created: number
  readonly changed: number
  readonly removed: number
  /** Rows that would be marked, because the source no longer has them. */
  readonly marked?: number
  readonly unchanged: number
}
