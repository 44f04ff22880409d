import type { RejectLimits } from '../catalog/runs/reject-limits.ts'
import type { TriggeredRun } from '../flows/flow-repository.ts'
import type { Result } from '../result.ts'
import type { Mend, RejectedCause, RejectedPick } from './rejected-cause.ts'
import type { RejectedPage, RejectedValue } from './rejected-rows.ts'

/** New values of a rejected row, by column. */
export interface RejectedChange {
  readonly id: number
  readonly values: Readonly<Record<string, RejectedValue>>
  /** The values that these replace, as they were read: nothing is changed if somebody else has changed one of them. */
  readonly seen: Readonly<Record<string, RejectedValue>>
}

/** How much of rejected rows an organization keeps, and what is kept at present. */
export interface KeptRejects {
  readonly limits: RejectLimits
  readonly kept: { readonly rows: number; readonly bytes: number; readonly runs: number; readonly oldest?: string }
}

/** Why rows of a table were rejected, the commonest cause first, and for how many days rows are kept. */
export interface RejectedCauses {
  readonly causes: readonly RejectedCause[]
  readonly days: number
}

/** Rows that runs have rejected. May be `not-offered`. */
export interface RejectRepository {
  /** The rows of one table, page by page. @param pick only the table and the cause count */
  list(organizationId: string, runId: string, pick: RejectedPick, cursor?: string): Promise<Result<RejectedPage>>
  /** Of one table. */
  causes(organizationId: string, runId: string, entity: string): Promise<Result<RejectedCauses>>
  limits(organizationId: string): Promise<Result<KeptRejects>>
  changeLimits(organizationId: string, limits: RejectLimits): Promise<Result<KeptRejects>>
  /** All rows, or none. */
  edit(organizationId: string, runId: string, changes: readonly RejectedChange[]): Promise<Result<void>>
  replay(organizationId: string, runId: string, pick: RejectedPick, mend?: Mend): Promise<Result<TriggeredRun>>
  /** Deletes them. @returns their number */
  skip(organizationId: string, runId: string, pick: RejectedPick): Promise<Result<number>>
}
