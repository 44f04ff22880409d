import type { CheckState, UncheckedReason } from '../catalog/check-states.ts'
import type { Run } from './run.ts'

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

/** How far all rows of a run were looked at: as far as those of the stream of which least is known. Nothing before its end, nor where nothing is known. */
export function checkOf({ streams }: Pick<Run, 'streams'>): CheckState | undefined {
  const states = streams.map(({ receipt }) => receipt?.check?.state)
  if (states.includes('failed')) return 'failed'
  if (states.length === 0 || states.includes(undefined)) return undefined
  return states.includes('counted') ? 'counted' : 'verified'
}
