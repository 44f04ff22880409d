import type { VanishedDecision } from '../catalog/policies/vanished-policies.ts'
import type { RunEstimate } from '../flows/estimate/flow-estimate.ts'
import type { TriggeredRun } from '../flows/flow-repository.ts'
import type { StructureObject } from '../flows/structure-object.ts'
import type { Result } from '../result.ts'
import type { ChangesSinceGood } from './compare/changes-since-good.ts'
import type { RunReceipt } from './receipts/run-receipt.ts'
import type { RetryChoice } from './retry-choice.ts'
import type { CheckRows } from './rows/check-rows.ts'
import type { RowChanges } from './rows/row-changes.ts'
import type { BackfillPart, CountedPart, Run, RunLogFilter, RunLogPage, RunPage } from './run.ts'
import type { RunFilter } from './run-filter.ts'

/** An organization's runs. A server with only the specification has none of these calls: `not-offered`. */
export interface RunRepository {
  list(organizationId: string, filter: RunFilter, cursor?: string): Promise<Result<RunPage>>
  listOfFlow(organizationId: string, flowId: string, cursor?: string): Promise<Result<RunPage>>
  get(organizationId: string, runId: string): Promise<Result<Run>>
  log(organizationId: string, runId: string, filter: RunLogFilter): Promise<Result<RunLogPage>>
  /** What has changed around the flow since its last run that succeeded. May be `not-offered`. */
  changesSinceGood(organizationId: string, runId: string): Promise<Result<ChangesSinceGood>>
  /** What a dry run has found out about the cost of a run. May be `not-offered`. */
  estimate(organizationId: string, runId: string): Promise<Result<RunEstimate>>
  /** What became of the structure; empty for a run of only rows. */
  structure(organizationId: string, runId: string): Promise<Result<readonly StructureObject[]>>
  receipt(organizationId: string, runId: string): Promise<Result<RunReceipt>>
  rowChanges(organizationId: string, runId: string, entity: string): Promise<Result<RowChanges>>
  checkRows(organizationId: string, runId: string, entity: string, checkId: string): Promise<Result<CheckRows>>
  /** Of the published flow, or of its draft. */
  dryRun(organizationId: string, flowId: string, of?: 'draft'): Promise<Result<TriggeredRun>>
  verify(organizationId: string, flowId: string): Promise<Result<TriggeredRun>>
  sendDiffering(organizationId: string, runId: string): Promise<Result<TriggeredRun>>
  retry(organizationId: string, runId: string, how?: RetryChoice): Promise<Result<TriggeredRun>>
  /** For a program that needs approval. */
  approve(organizationId: string, runId: string): Promise<Result<void>>
  decideVanished(organizationId: string, runId: string, decision: VanishedDecision): Promise<Result<TriggeredRun>>
  countBackfill(
    organizationId: string,
    flowId: string,
    parts: readonly BackfillPart[],
  ): Promise<Result<readonly CountedPart[]>>
  backfill(organizationId: string, flowId: string, parts: readonly BackfillPart[]): Promise<Result<TriggeredRun>>
  cancel(organizationId: string, runId: string): Promise<Result<Run>>
}
