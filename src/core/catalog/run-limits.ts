/** What one organization may have under way, so that none keeps the others waiting. */
export const RUN_LIMITS = {
  /** Runs that move rows at the same time. */
  active: 5,
  /** Runs that wait for their turn; whoever asks for more is told to come back, schedules wait. */
  waiting: 50,
  /** A place in the line that is further back is not told. */
  counted: 100,
} as const
