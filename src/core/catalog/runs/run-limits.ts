/** Limits of active runs per organization, so that no organization blocks the others. */
export const RUN_LIMITS = {
  /** Runs that move rows at the same time. */
  active: 5,
  /** Runs that wait for their turn; further requests are refused, schedules wait. */
  waiting: 50,
  /** Positions in the queue beyond this are not shown. */
  counted: 100,
} as const
