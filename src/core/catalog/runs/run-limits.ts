/** How many runs there may be, so that nobody blocks the others. */
export interface RunLimits {
  /** That move rows at the same time: of one account in all its organizations, or of one organization with limits of its own. */
  readonly active: number
  /** That wait for their turn, of one organization; further requests are refused, schedules wait. */
  readonly waiting: number
}

/** Of an installation whose operator has set nothing else. */
export const DEFAULT_RUN_LIMITS: RunLimits = { active: 5, waiting: 50 }

export const MAX_RUN_LIMITS: RunLimits = { active: 1_000, waiting: 100_000 }

/** Positions in the queue beyond this are not shown. */
export const COUNTED_POSITIONS = 100
