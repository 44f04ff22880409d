import type { RunLimits } from '../catalog/runs/run-limits.ts'
import type { Result } from '../result.ts'

/** What its owners allow; absent: as many as the operator does. */
export type OwnRunLimits = Partial<RunLimits>

/** How many runs an organization may have, and how many it has. */
export interface RunLimitsOverview {
  readonly own: OwnRunLimits
  /** By the operator. */
  readonly allowed: RunLimits
  readonly present: RunLimits
  /** Its active runs count together with those of the other organizations of its first owner. */
  readonly shared: boolean
  /** Classes of workers that live, for which flows may ask. */
  readonly workerClasses?: readonly string[]
}

/** May be `not-offered`. */
export interface RunLimitsRepository {
  get(organizationId: string): Promise<Result<RunLimitsOverview>>
  change(organizationId: string, own: OwnRunLimits): Promise<Result<RunLimitsOverview>>
}
