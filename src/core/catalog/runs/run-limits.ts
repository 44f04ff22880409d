/** Limits of runs, so that nobody blocks the others. */
export const RUN_LIMITS = {
  /** Runs of one account, in all its organizations, that move rows at the same time. */
  active: 5,
  /** Runs of one organization that wait for their turn; further requests are refused, schedules wait. */
  waiting: 50,
  /** Positions in the queue beyond this are not shown. */
  counted: 100,
} as const
