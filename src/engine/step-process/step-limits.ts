import { ROW_MEGABYTES } from '../formats/row-memory.ts'

/** Resource limits for the steps of one run or preview. */
export interface StepLimits {
  /** In megabytes. */
  readonly memory: number
  /** Time limit for a preview or for binding; reading the sample is not counted. */
  readonly seconds: number
  /** Seconds of a processor that the steps of a run may work without taking or returning a row. */
  readonly idleSeconds: number
  /** Temporary files of all steps together, in megabytes; never more than half of what is free. */
  readonly disk: number
  /** One row that comes in or is made, in megabytes. */
  readonly row: number
}

/** DuckDB's own limit is 192 MB; with other memory, steps over any number of rows stay below this. */
export const STEP_LIMITS: StepLimits = {
  memory: 512,
  seconds: 10,
  idleSeconds: 30 * 60,
  disk: 20_000,
  row: ROW_MEGABYTES,
}
