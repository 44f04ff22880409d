/** How much of rejected rows an organization keeps: rows and megabytes of each table of a run, and for how many days. */
export interface RejectLimits {
  readonly rows: number
  readonly megabytes: number
  readonly days: number
}

export const DEFAULT_REJECT_LIMITS: RejectLimits = { rows: 10_000, megabytes: 64, days: 14 }

/** Longer than this, an earlier master key would have to be kept. */
export const MAX_REJECT_LIMITS: RejectLimits = { rows: 100_000, megabytes: 1_024, days: 14 }
