import type { CamelCased } from '../../contract/camel-cased.ts'
import { FLOW_ROUTES } from '../../contract/flows.ts'
import type { AnswerOf } from '../../contract/route.ts'
import { RUN_ROUTES } from '../../contract/runs.ts'
import type { VanishedDecision } from '../../core/catalog/policies/vanished-policies.ts'
import type { RunEstimate } from '../../core/flows/estimate/flow-estimate.ts'
import type { TriggeredRun } from '../../core/flows/flow-repository.ts'
import type { StructureObject } from '../../core/flows/structure-object.ts'
import { map, type Result } from '../../core/result.ts'
import type { ChangesSinceGood } from '../../core/runs/compare/changes-since-good.ts'
import type { RunReceipt } from '../../core/runs/receipts/run-receipt.ts'
import type { RetryChoice } from '../../core/runs/retry-choice.ts'
import type { CheckRows } from '../../core/runs/rows/check-rows.ts'
import type { RowChanges } from '../../core/runs/rows/row-changes.ts'
import type { BackfillPart, CountedPart, Run, RunLogFilter, RunLogPage, RunPage } from '../../core/runs/run.ts'
import type { RunFilter } from '../../core/runs/run-filter.ts'
import type { RunRepository } from '../../core/runs/run-repository.ts'
import type { HttpClient } from './http-client.ts'
import { runOf } from './run-of.ts'

export class HttpRunRepository implements RunRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string, filter: RunFilter, cursor?: string): Promise<Result<RunPage>> {
    const { state, flowId, trigger, dry, period, from, to, text } = filter
    const query = { q: text, state, flow: flowId, trigger, dry, period, from, to, cursor }
    return map(await this.#http.call(RUN_ROUTES.listRuns, { params: { orgId }, query }), pageOf)
  }

  async listOfFlow(orgId: string, flowId: string, cursor?: string): Promise<Result<RunPage>> {
    const listed = await this.#http.call(RUN_ROUTES.listFlowRuns, {
      params: { orgId, flowId },
      query: { cursor },
    })
    return map(listed, pageOf)
  }

  async get(orgId: string, runId: string): Promise<Result<Run>> {
    return map(await this.#http.call(RUN_ROUTES.getRun, { params: { orgId, runId } }), runOf)
  }

  async log(
    orgId: string,
    runId: string,
    { level, search, origin, entity, cursor }: RunLogFilter,
  ): Promise<Result<RunLogPage>> {
    const query = { level, q: search, origin, entity, cursor }
    return this.#http.call(RUN_ROUTES.getRunLog, { params: { orgId, runId }, query })
  }

  changesSinceGood(orgId: string, runId: string): Promise<Result<ChangesSinceGood>> {
    return this.#http.call(RUN_ROUTES.getRunChanges, { params: { orgId, runId } })
  }

  async estimate(orgId: string, runId: string): Promise<Result<RunEstimate>> {
    const { runEstimateOf } = await import('./estimate-of.ts')
    return map(await this.#http.call(RUN_ROUTES.getRunEstimate, { params: { orgId, runId } }), runEstimateOf)
  }

  async receipt(orgId: string, runId: string): Promise<Result<RunReceipt>> {
    return this.#http.callForDocument(RUN_ROUTES.getRunReceipt, { params: { orgId, runId } })
  }

  async structure(orgId: string, runId: string): Promise<Result<readonly StructureObject[]>> {
    return map(
      await this.#http.call(RUN_ROUTES.getRunStructure, { params: { orgId, runId } }),
      ({ objects }) => objects,
    )
  }

  rowChanges(orgId: string, runId: string, entity: string): Promise<Result<RowChanges>> {
    return this.#http.call(RUN_ROUTES.listRowChanges, { params: { orgId, runId }, query: { entity } })
  }

  async checkRows(orgId: string, runId: string, entity: string, check: string): Promise<Result<CheckRows>> {
    return this.#http.call(RUN_ROUTES.listCheckRows, { params: { orgId, runId }, query: { entity, check } })
  }

  dryRun(orgId: string, flowId: string): Promise<Result<TriggeredRun>> {
    return this.#http.call(FLOW_ROUTES.dryRunFlow, { params: { orgId, flowId } })
  }

  verify(orgId: string, flowId: string): Promise<Result<TriggeredRun>> {
    return this.#http.call(FLOW_ROUTES.verifyFlow, { params: { orgId, flowId } })
  }

  sendDiffering(orgId: string, runId: string): Promise<Result<TriggeredRun>> {
    return this.#http.call(RUN_ROUTES.sendDiffering, { params: { orgId, runId } })
  }

  retry(orgId: string, runId: string, { takesNewColumns = false }: RetryChoice = {}): Promise<Result<TriggeredRun>> {
    const query = takesNewColumns ? { new_columns: 'take' } : {}
    return this.#http.call(RUN_ROUTES.retryRun, { params: { orgId, runId }, query })
  }

  approve(orgId: string, runId: string): Promise<Result<void>> {
    return this.#http.send(RUN_ROUTES.approveDryRun, { params: { orgId, runId } })
  }

  decideVanished(orgId: string, runId: string, decision: VanishedDecision): Promise<Result<TriggeredRun>> {
    const asked = { params: { orgId, runId }, body: { decision } }
    return this.#http.call(RUN_ROUTES.decideVanished, asked)
  }

  async countBackfill(
    orgId: string,
    flowId: string,
    parts: readonly BackfillPart[],
  ): Promise<Result<readonly CountedPart[]>> {
    const asked = { params: { orgId, flowId }, body: { streams: parts } }
    return map(await this.#http.call(FLOW_ROUTES.countBackfill, asked), ({ streams }) => streams)
  }

  backfill(orgId: string, flowId: string, parts: readonly BackfillPart[]): Promise<Result<TriggeredRun>> {
    const asked = { params: { orgId, flowId }, body: { streams: parts } }
    return this.#http.call(FLOW_ROUTES.backfillFlow, asked)
  }

  async cancel(orgId: string, runId: string): Promise<Result<Run>> {
    return map(await this.#http.call(RUN_ROUTES.cancelRun, { params: { orgId, runId } }), runOf)
  }
}

const pageOf = ({ runs, ...page }: CamelCased<AnswerOf<typeof RUN_ROUTES.listRuns>>): RunPage => ({
  ...page,
  runs: runs.map(runOf),
})
