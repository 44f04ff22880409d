/** What the steps of this process may use. */
interface StepResources {
  /** DuckDB's share of the memory, in megabytes; what does not fit goes to files. */
  readonly megabytes: number
  /** Threads of DuckDB for steps that need all rows. */
  readonly threads: number
  /** The maximum size of the rows of one stream in a file, in megabytes; the parent measures the files of all processes together. */
  readonly fileMegabytes: number
}

/** Servers use the other cores: with two threads, a sort took the same time, and 29 MB more. */
let resources: StepResources = { megabytes: 192, threads: 1, fileMegabytes: 20_000 }

/** For this process, before its first step. */
export function limitStepResources(limits: StepResources): void {
  resources = limits
}

export const stepResources = (): StepResources => resources
