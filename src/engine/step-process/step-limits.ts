/** What the steps of one run or preview may take. */
export interface StepLimits {
  /** In megabytes. */
  readonly memory: number
  /** How long a preview, or finding out what steps mean, may take; the reading of a sample is not counted. */
  readonly seconds: number
}

/** DuckDB's own limit is 192 MB; with what stands beside it, steps over any number of rows stay below this. */
export const STEP_LIMITS: StepLimits = { memory: 512, seconds: 10 }
