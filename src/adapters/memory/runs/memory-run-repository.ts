import { defined } from '../../../core/catalog/defined.ts'
import type { VanishedDecision } from '../../../core/catalog/policies/vanished-policies.ts'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { statusesOf } from '../../../core/catalog/runs/run-states.ts'
import type { RunEstimate } from '../../../core/flows/estimate/flow-estimate.ts'
import type { TriggeredRun } from '../../../core/flows/flow-repository.ts'
import type { StructureObject } from '../../../core/flows/structure-object.ts'
import type { Result } from '../../../core/result.ts'
import type { ChangesSinceGood } from '../../../core/runs/compare/changes-since-good.ts'
import type { RunReceipt } from '../../../core/runs/receipts/run-receipt.ts'
import type { RetryChoice } from '../../../core/runs/retry-choice.ts'
import type { CheckRows } from '../../../core/runs/rows/check-rows.ts'
import type { RowChanges } from '../../../core/runs/rows/row-changes.ts'
import type {
  BackfillPart,
  CountedPart,
  Run,
  RunLogFilter,
  RunLogLine,
  RunLogPage,
  RunPage,
} from '../../../core/runs/run.ts'
import type { RunFilter } from '../../../core/runs/run-filter.ts'
import { fitsLog } from '../../../core/runs/run-log.ts'
import type { RunRepository } from '../../../core/runs/run-repository.ts'
import { MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'

export class MemoryRunRepository extends MemoryAnswers implements RunRepository {
  readonly #runs = new MemoryCollection<Run>()
  readonly #lines = new Map<string, readonly RunLogLine[]>()

  /** The size of a page; the server's is different. */
  pageSize = 50
  /** Runs whose failed tables were run again. */
  readonly tookNewColumns: string[] = []
  readonly retried: string[] = []
  readonly approved: string[] = []
  /** What was decided about vanished rows: the run, and the decision. */
  readonly decided: (readonly [string, VanishedDecision])[] = []
  /** Parts that were read again. */
  readonly backfilled: BackfillPart[] = []
  readonly sent: string[] = []
  /** What has changed around every flow. */
  sinceGood: ChangesSinceGood = { settings: [], servers: { before: {}, after: {} } }
  /** The result of every dry run. */
  changes: RowChanges = { columns: [], rows: [] }
  /** What became of the structure, in every run. */
  structures: readonly StructureObject[] = []
  foundByCheck: CheckRows = { columns: [], rows: [] }
  /** Flows with a dry run. */
  readonly dryRuns: string[] = []
  /** The last request. */
  filter: RunFilter = {}

  async list(organizationId: string, filter: RunFilter, cursor?: string): Promise<Result<RunPage>> {
    this.filter = filter
    return this.answer(() => {
      const fitting = this.#runs
        .of(organizationId)
        .filter((run) => fits(run, filter))
        .reverse()
      const start = fitting.findIndex(({ id }) => id === cursor) + 1
      const runs = fitting.slice(start, start + this.pageSize)
      const last = start + runs.length < fitting.length ? runs.at(-1) : undefined
      return defined({ runs, nextCursor: last?.id })
    })
  }

  async listOfFlow(organizationId: string, flowId: string, cursor?: string): Promise<Result<RunPage>> {
    return this.answer(() => {
      const runs = this.#runs
        .of(organizationId)
        .filter((run) => run.flowId === flowId)
        .reverse()
      return { runs: runs.slice(runs.findIndex(({ id }) => id === cursor) + 1) }
    })
  }

  async get(organizationId: string, runId: string): Promise<Result<Run>> {
    return this.answer(() => this.#runs.find(organizationId, runId) ?? NOT_FOUND)
  }

  async log(organizationId: string, runId: string, filter: RunLogFilter): Promise<Result<RunLogPage>> {
    return this.answer(() => {
      if (!this.#runs.find(organizationId, runId)) return NOT_FOUND
      const lines = this.#lines.get(runId) ?? []
      const fitting = lines.filter((line) => fitsLog(line, filter))
      return { lines: fitting, counts: { lines: lines.length, fitting: fitting.length } }
    })
  }

  /** The estimate of every dry run. */
  estimated: RunEstimate = {
    source: { figures: [], quotas: [], notes: [] },
    destination: { figures: [], quotas: [], notes: [] },
  }

  async changesSinceGood(): Promise<Result<ChangesSinceGood>> {
    return this.answer(() => this.sinceGood)
  }

  async estimate(): Promise<Result<RunEstimate>> {
    return this.answer(() => this.estimated)
  }

  async receipt(organizationId: string, runId: string): Promise<Result<RunReceipt>> {
    return this.answer(() => {
      const run = this.#runs.find(organizationId, runId)
      return run ? { run: { id: run.id, status: run.status }, streams: run.streams } : NOT_FOUND
    })
  }

  async structure(): Promise<Result<readonly StructureObject[]>> {
    return this.answer(() => this.structures)
  }

  async rowChanges(): Promise<Result<RowChanges>> {
    return this.answer(() => this.changes)
  }

  async checkRows(): Promise<Result<CheckRows>> {
    return this.answer(() => this.foundByCheck)
  }

  async dryRun(_organizationId: string, flowId: string, of?: 'draft'): Promise<Result<TriggeredRun>> {
    this.dryRuns.push(of === undefined ? flowId : `${of} of ${flowId}`)
    return this.answer(() => ({ runId: `dry-run-of-${flowId}` }))
  }

  async verify(_organizationId: string, flowId: string): Promise<Result<TriggeredRun>> {
    return this.answer(() => ({ runId: `comparison-of-${flowId}` }))
  }

  async sendDiffering(_organizationId: string, runId: string): Promise<Result<TriggeredRun>> {
    this.sent.push(runId)
    return this.answer(() => ({ runId: `rows-of-${runId}` }))
  }

  async retry(
    _organizationId: string,
    runId: string,
    { takesNewColumns = false }: RetryChoice = {},
  ): Promise<Result<TriggeredRun>> {
    this.retried.push(runId)
    if (takesNewColumns) this.tookNewColumns.push(runId)
    return this.answer(() => ({ runId: `retry-of-${runId}` }))
  }

  async approve(_organizationId: string, runId: string): Promise<Result<void>> {
    this.approved.push(runId)
    return this.answer(() => undefined)
  }

  async decideVanished(
    _organizationId: string,
    runId: string,
    decision: VanishedDecision,
  ): Promise<Result<TriggeredRun>> {
    this.decided.push([runId, decision])
    return this.answer(() => ({ runId: `${decision}-${runId}` }))
  }

  /** Every part has a thousand rows. */
  async countBackfill(
    _organizationId: string,
    _flowId: string,
    parts: readonly BackfillPart[],
  ): Promise<Result<readonly CountedPart[]>> {
    return this.answer(() => parts.map(({ entity }) => ({ entity, rows: 1_000 })))
  }

  async backfill(
    _organizationId: string,
    flowId: string,
    parts: readonly BackfillPart[],
  ): Promise<Result<TriggeredRun>> {
    this.backfilled.push(...parts)
    return this.answer(() => ({ runId: `backfill-of-${flowId}` }))
  }

  async cancel(organizationId: string, runId: string): Promise<Result<Run>> {
    return this.answer(() => this.#runs.change(organizationId, runId, (run) => ({ ...run, status: 'cancelled' })))
  }

  /** A run on the server, with its log. */
  put(organizationId: string, run: Run, lines: readonly RunLogLine[] = []): void {
    this.#runs.put(organizationId, run)
    this.#lines.set(run.id, lines)
  }
}

/** Periods use the server's clock; this fake has none. */
const fits = (
  { id, status, flowId, flowName = '', trigger, kind, queuedAt = '', error = { code: '', message: '' } }: Run,
  filter: RunFilter,
): boolean =>
  (filter.text === undefined ||
    `${id} ${flowName} ${error.message}`.toLowerCase().includes(filter.text.toLowerCase())) &&
  (filter.state === undefined || statusesOf(filter.state).includes(status)) &&
  (filter.flowId === undefined || filter.flowId === flowId) &&
  (filter.trigger === undefined || filter.trigger === trigger) &&
  (filter.dry === undefined || isDry(kind) === (filter.dry === 'only')) &&
  (filter.from === undefined || queuedAt >= filter.from) &&
  (filter.to === undefined || queuedAt < filter.to)
