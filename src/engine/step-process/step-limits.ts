/** Resource limits for the steps of one run or preview. */
export interface StepLimits {
  /** In megabytes. */
  readonly memory: number
  /** Time limit for a preview or for binding; reading the sample is not counted. */
  readonly seconds: number
}

/** DuckDB's own limit is 192 MB; with other memory, steps over any number of rows stay below this. */
export const STEP_LIMITS: StepLimits = { memory: 512, seconds: 10 }
