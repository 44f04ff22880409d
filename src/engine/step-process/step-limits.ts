import { ROW_MEGABYTES } from '../formats/row-memory.ts'

/** Resource limits for the steps of one run or preview. */
export interface StepLimits {
  /** In megabytes. */
  readonly memory: number
  /** Threads for steps that need all rows, such as a sort. */
  readonly threads: number
  /** Time limit for a preview or for binding; reading the sample is not counted. */
  readonly seconds: number
  /** Seconds of a processor that the steps of a run may work without taking or returning a row. */
  readonly idleSeconds: number
  /** Temporary files of all steps together, in megabytes; never more than half of what is free. */
  readonly disk: number
  /** One row that comes in or is made, in megabytes. */
  readonly row: number
}

/** DuckDB has 192 MB of it; with other memory, steps over any number of rows stay below this. */
export const STEP_LIMITS: StepLimits = {
  memory: 512,
  threads: 1,
  seconds: 10,
  idleSeconds: 30 * 60,
  disk: 20_000,
  row: ROW_MEGABYTES,
}

/** What a process of steps needs besides DuckDB's memory, in megabytes. */
const OTHER_MEMORY = 320

const LEAST_FOR_DUCKDB = 192

/** DuckDB's part of the memory of a process; what does not fit goes to files. */
export const duckdbMegabytes = (memory: number): number => Math.max(LEAST_FOR_DUCKDB, memory - OTHER_MEMORY)
