import type { CallsOf } from '../calls-of.ts'
import type { VanishedDecision } from '../catalog/policies/vanished-policies.ts'
import { isDry } from '../catalog/runs/run-kinds.ts'
import { isFinal } from '../catalog/runs/run-states.ts'
import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import { ok, type Result } from '../result.ts'
import { makeFindRunOrganization } from './find-run-organization.ts'
import type { RetryChoice } from './retry-choice.ts'
import type { BackfillPart, Run, RunLogFilter } from './run.ts'
import type { RunFilter } from './run-filter.ts'
import type { RunRepository } from './run-repository.ts'
import { totalsOf } from './run-totals.ts'
import { isSkipped } from './scheduled-run.ts'

/** The last earlier run of the same flow that ended and moved rows; nothing if there is none among the latest runs. */
type FindPreviousRun = (run: Pick<Run, 'id' | 'flowId'>) => Promise<Result<Run | null>>

const makeFindPreviousRun =
  ({ organization, runs }: RunDeps): FindPreviousRun =>
  ({ id, flowId }) =>
    inOrganization(organization, async (organizationId) => {
      const page = await runs.listOfFlow(organizationId, flowId, id)
      if (!page.ok) return page
      const isMatch = (run: Run) =>
        isFinal(run.status) && !isDry(run.kind) && !isSkipped(run) && totalsOf(run).streams > 0
      const found = page.value.runs.find(isMatch)
      if (!found) return ok(null)
      return found.streams.length > 0 ? ok(found) : runs.get(organizationId, found.id)
    })

/** The last earlier run of the same flow that succeeded; nothing if there is none. */
type FindLastGoodRun = (run: Pick<Run, 'id' | 'flowId'>) => Promise<Result<Run | null>>

const makeFindLastGoodRun =
  ({ organization, runs }: RunDeps): FindLastGoodRun =>
  ({ id, flowId }) =>
    inOrganization(organization, async (organizationId) => {
      const page = await runs.list(organizationId, { flowId, state: 'succeeded', dry: 'no' }, id)
      return page.ok ? ok(page.value.runs[0] ?? null) : page
    })

const ask = forOrganization<RunDeps>()

export const RUN_CALLS = {
  /** Newest first; the next page needs the cursor of the previous one. */
  listRuns: ask(({ runs }, organizationId, filter: RunFilter, cursor?: string) =>
    runs.list(organizationId, filter, cursor),
  ),
  /** Newest first. */
  listFlowRuns: ask(({ runs }, organizationId, flowId: string, cursor?: string) =>
    runs.listOfFlow(organizationId, flowId, cursor),
  ),
  fetchRun: ask(({ runs }, organizationId, runId: string) => runs.get(organizationId, runId)),
  fetchRunLog: ask(({ runs }, organizationId, runId: string, filter: RunLogFilter = {}) =>
    runs.log(organizationId, runId, filter),
  ),
  cancelRun: ask(({ runs }, organizationId, runId: string) => runs.cancel(organizationId, runId)),
  /** Runs the flow again for only the tables that were not moved in this run. */
  retryRun: ask(({ runs }, organizationId, runId: string, how: RetryChoice = {}) =>
    runs.retry(organizationId, runId, how),
  ),
  /** Does everything that a run does except the last step, and reports what that would change. */
  dryRunFlow: ask(({ runs }, organizationId, flowId: string, of?: 'draft') => runs.dryRun(organizationId, flowId, of)),
  /** Compares the tables of both sides as they are now. */
  verifyFlow: ask(({ runs }, organizationId, flowId: string) => runs.verify(organizationId, flowId)),
  /** Sends the rows that a comparison found to be missing or different. */
  sendDiffering: ask(({ runs }, organizationId, runId: string) => runs.sendDiffering(organizationId, runId)),
  /** A person accepts what a dry run shows, so that a program may start the flow. */
  approveDryRun: ask(({ runs }, organizationId, runId: string) => runs.approve(organizationId, runId)),
  /** Runs the flow again for the tables that stopped because too many rows are gone at the source: accepts them, or keeps all. */
  decideVanished: ask(({ runs }, organizationId, runId: string, decision: VanishedDecision) =>
    runs.decideVanished(organizationId, runId, decision),
  ),
  /** How many rows of the source a backfill would read. */
  countBackfill: ask(({ runs }, organizationId, flowId: string, parts: readonly BackfillPart[]) =>
    runs.countBackfill(organizationId, flowId, parts),
  ),
  /** Reads parts of tables again and upserts their rows. */
  backfillFlow: ask(({ runs }, organizationId, flowId: string, parts: readonly BackfillPart[]) =>
    runs.backfill(organizationId, flowId, parts),
  ),
  /** What has changed around the flow since its last run that succeeded. */
  fetchRunChanges: ask(({ runs }, organizationId, runId: string) => runs.changesSinceGood(organizationId, runId)),
  fetchRunEstimate: ask(({ runs }, organizationId, runId: string) => runs.estimate(organizationId, runId)),
  fetchRunStructure: ask(({ runs }, organizationId, runId: string) => runs.structure(organizationId, runId)),
  fetchRunReceipt: ask(({ runs }, organizationId, runId: string) => runs.receipt(organizationId, runId)),
  /** Rows of one table that a dry run found to be new, changed or removed, or the message with them. */
  listRowChanges: ask(({ runs }, organizationId, runId: string, entity: string) =>
    runs.rowChanges(organizationId, runId, entity),
  ),
  /** Rows of one table that did not pass a check. */
  listCheckRows: ask(({ runs }, organizationId, runId: string, entity: string, checkId: string) =>
    runs.checkRows(organizationId, runId, entity, checkId),
  ),
  findPreviousRun: makeFindPreviousRun,
  findRunOrganization: makeFindRunOrganization,
  findLastGoodRun: makeFindLastGoodRun,
}

export type RunCalls = CallsOf<typeof RUN_CALLS>

interface RunDeps {
  readonly organization: ActiveOrganization
  readonly runs: RunRepository
}
