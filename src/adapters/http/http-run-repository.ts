import type { z } from 'zod/mini'
import { FLOW_ROUTES } from '../../contract/flows.ts'
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
import { lineFromWire, runFromWire } from './run-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpRunRepository implements RunRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string, filter: RunFilter, cursor?: string): Promise<Result<RunPage>> {
    const { state, flowId, trigger, dry, period, from, to, text } = filter
    const query = { q: text, state, flow: flowId, trigger, dry, period, from, to, cursor }
    return map(await this.#http.call(RUN_ROUTES.listRuns, { params: { orgId }, query }), pageFromWire)
  }

  async listOfFlow(orgId: string, flowId: string, cursor?: string): Promise<Result<RunPage>> {
    const listed = await this.#http.call(RUN_ROUTES.listFlowRuns, { params: { orgId, flowId }, query: { cursor } })
    return map(listed, pageFromWire)
  }

  async get(orgId: string, runId: string): Promise<Result<Run>> {
    return map(await this.#http.call(RUN_ROUTES.getRun, { params: { orgId, runId } }), runFromWire)
  }

  async log(
    orgId: string,
    runId: string,
    { level, search, origin, entity, cursor }: RunLogFilter,
  ): Promise<Result<RunLogPage>> {
    const query = { level, q: search, origin, entity, cursor }
    const read = await this.#http.call(RUN_ROUTES.getRunLog, { params: { orgId, runId }, query })
    return map(read, ({ lines, counts, next_cursor }) => ({
      lines: lines.map(lineFromWire),
      ...withoutAbsent({ counts, nextCursor: next_cursor }),
    }))
  }

  async changesSinceGood(orgId: string, runId: string): Promise<Result<ChangesSinceGood>> {
    const { changesSinceGoodFromWire } = await import('./changes-since-good-from-wire.ts')
    return map(await this.#http.call(RUN_ROUTES.getRunChanges, { params: { orgId, runId } }), changesSinceGoodFromWire)
  }

  async estimate(orgId: string, runId: string): Promise<Result<RunEstimate>> {
    const { runEstimateFromWire } = await import('./estimate-from-wire.ts')
    return map(await this.#http.call(RUN_ROUTES.getRunEstimate, { params: { orgId, runId } }), runEstimateFromWire)
  }

  async receipt(orgId: string, runId: string): Promise<Result<RunReceipt>> {
    return this.#http.call(RUN_ROUTES.getRunReceipt, { params: { orgId, runId } })
  }

  async structure(orgId: string, runId: string): Promise<Result<readonly StructureObject[]>> {
    const { structureFromWire } = await import('./structure-from-wire.ts')
    return map(await this.#http.call(RUN_ROUTES.getRunStructure, { params: { orgId, runId } }), structureFromWire)
  }

  async rowChanges(orgId: string, runId: string, entity: string): Promise<Result<RowChanges>> {
    const read = await this.#http.call(RUN_ROUTES.listRowChanges, { params: { orgId, runId }, query: { entity } })
    return map(read, ({ columns, rows, message }) => ({
      columns,
      rows: rows.map(({ before, after }) => withoutAbsent({ before, after })),
      ...withoutAbsent({ message }),
    }))
  }

  async checkRows(orgId: string, runId: string, entity: string, check: string): Promise<Result<CheckRows>> {
    return this.#http.call(RUN_ROUTES.listCheckRows, { params: { orgId, runId }, query: { entity, check } })
  }

  async dryRun(orgId: string, flowId: string): Promise<Result<TriggeredRun>> {
    return map(await this.#http.call(FLOW_ROUTES.dryRunFlow, { params: { orgId, flowId } }), ({ run_id }) =>
      withoutAbsent({ runId: run_id }),
    )
  }

  async verify(orgId: string, flowId: string): Promise<Result<TriggeredRun>> {
    return map(await this.#http.call(FLOW_ROUTES.verifyFlow, { params: { orgId, flowId } }), ({ run_id }) =>
      withoutAbsent({ runId: run_id }),
    )
  }

  async sendDiffering(orgId: string, runId: string): Promise<Result<TriggeredRun>> {
    return map(await this.#http.call(RUN_ROUTES.sendDiffering, { params: { orgId, runId } }), ({ run_id }) =>
      withoutAbsent({ runId: run_id }),
    )
  }

  async retry(
    orgId: string,
    runId: string,
    { takesNewColumns = false }: RetryChoice = {},
  ): Promise<Result<TriggeredRun>> {
    const query = takesNewColumns ? { new_columns: 'take' } : {}
    return map(await this.#http.call(RUN_ROUTES.retryRun, { params: { orgId, runId }, query }), ({ run_id }) =>
      withoutAbsent({ runId: run_id }),
    )
  }

  approve(orgId: string, runId: string): Promise<Result<void>> {
    return this.#http.send(RUN_ROUTES.approveDryRun, { params: { orgId, runId } })
  }

  async decideVanished(orgId: string, runId: string, decision: VanishedDecision): Promise<Result<TriggeredRun>> {
    const asked = { params: { orgId, runId }, body: { decision } }
    return map(await this.#http.call(RUN_ROUTES.decideVanished, asked), ({ run_id }) =>
      withoutAbsent({ runId: run_id }),
    )
  }

  async countBackfill(
    orgId: string,
    flowId: string,
    parts: readonly BackfillPart[],
  ): Promise<Result<readonly CountedPart[]>> {
    const asked = { params: { orgId, flowId }, body: { streams: parts.map((part) => ({ ...part })) } }
    return map(await this.#http.call(FLOW_ROUTES.countBackfill, asked), ({ streams }) => streams)
  }

  async backfill(orgId: string, flowId: string, parts: readonly BackfillPart[]): Promise<Result<TriggeredRun>> {
    const asked = { params: { orgId, flowId }, body: { streams: parts.map((part) => ({ ...part })) } }
    return map(await this.#http.call(FLOW_ROUTES.backfillFlow, asked), ({ run_id }) => withoutAbsent({ runId: run_id }))
  }

  async cancel(orgId: string, runId: string): Promise<Result<Run>> {
    return map(await this.#http.call(RUN_ROUTES.cancelRun, { params: { orgId, runId } }), runFromWire)
  }
}

const pageFromWire = ({ runs, next_cursor }: z.output<typeof RUN_ROUTES.listRuns.response>): RunPage => ({
  runs: runs.map(runFromWire),
  ...withoutAbsent({ nextCursor: next_cursor }),
})
