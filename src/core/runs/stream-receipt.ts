import type { CheckState, UncheckedReason } from '../catalog/check-states.ts'

/** What a look at the destination found, before the rows were put in place. */
export interface LandedCheck {
  readonly state: CheckState
  /** As the destination counted them. */
  readonly rows: number
  /** Columns whose values were compared with the source's. */
  readonly keys?: readonly string[]
  /** Why none were compared. */
  readonly reason?: UncheckedReason
}

/** What is told of a stream beyond its counts. */
export interface StreamReceipt {
  readonly check?: LandedCheck
  /** Milliseconds. */
  readonly phases?: { readonly moving?: number; readonly checking?: number; readonly committing?: number }
}

/** How rows that came to a dry run differ from those that are there. */
export interface RowDifference {
  readonly created: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}
