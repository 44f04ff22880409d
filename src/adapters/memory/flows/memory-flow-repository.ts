import { defined } from '../../../core/catalog/defined.ts'
import { counted } from '../../../core/catalog/estimates/figure.ts'
import type { Publishing } from '../../../core/catalog/publishing.ts'
import type { KnownTable } from '../../../core/connections/compare-tables.ts'
import type { SampleRows } from '../../../core/connections/entity-rows.ts'
import type { EstimateRequest, FlowEstimate } from '../../../core/flows/estimate/flow-estimate.ts'
import type { EditedFlow, Flow, FlowChange, FlowDraft, FlowVersion } from '../../../core/flows/flow.ts'
import type { FlowPreview, PreviewError, PreviewRequest } from '../../../core/flows/flow-preview.ts'
import type { EditBase, FlowRepository, TriggeredRun } from '../../../core/flows/flow-repository.ts'
import type { FoundTable } from '../../../core/flows/found-table.ts'
import type { InboundUrl } from '../../../core/flows/inbound-url.ts'
import type { FlowOverview } from '../../../core/flows/overview/flow-overview.ts'
import type { PlannedTarget, PlanRequest, StreamPlan, TargetsRequest } from '../../../core/flows/streams/stream-plan.ts'
import type { StreamPosition } from '../../../core/flows/streams/stream-position.ts'
import type { TargetChange, WantedTargetChange } from '../../../core/flows/streams/target-change.ts'
import type { StructureObject } from '../../../core/flows/structure-object.ts'
import type { Result } from '../../../core/result.ts'
import type { VersionPage } from '../../../core/versions/saved-version.ts'
import { CONFLICT, MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'
import type { MemoryTrashRepository } from '../organizations/memory-trash-repository.ts'
import { MemoryFlowDrafts } from './memory-flow-drafts.ts'
import { MemoryInboundUrls } from './memory-inbound-urls.ts'
import { memoryPreview } from './memory-preview.ts'
import { listedVersion, settingsOf } from './memory-versions.ts'
import { NEVER_RUN } from './never-run.ts'
import { tablesOf } from './tables-of.ts'

export class MemoryFlowRepository extends MemoryAnswers implements FlowRepository {
  readonly #flows: MemoryCollection<Flow>
  /** The positions of incremental streams, in every flow. */
  positions: readonly StreamPosition[] = []
  /** Tables of the source when any flow last succeeded. */
  known: readonly KnownTable[] = []
  /** By the flow's id. */
  readonly inboundUrls = new MemoryInboundUrls()
  /** By the flow's id; absent: it never ran. */
  readonly overviews = new Map<string, FlowOverview>()
  /** Every saved state of every flow, the newest last. */
  readonly saved: Flow[] = []
  /** Who saved all of them; absent: nobody knows. */
  savedBy: { readonly uid: string; readonly name?: string } | undefined
  /** Of flows with an edition: a flow without one is on a server without drafts. */
  readonly drafts = new MemoryFlowDrafts()
  /** What people wrote when they published, by version. */
  readonly notes = new Map<number, string>()
  readonly #runs = new Map<string, TriggeredRun>()
  #nextId = 1
  /** The keys of requested runs, in order. */
  readonly keys: string[] = []
  /** The preview of every stream. */
  sample: SampleRows = { columns: [], rows: [] }
  /** Steps with an error, by id. */
  readonly stepErrors = new Map<string, PreviewError>()
  readonly previews: PreviewRequest[] = []
  /** The plan of every stream. */
  planned: StreamPlan = { target: 'public.orders', columns: [], notes: [] }
  readonly plans: PlanRequest[] = []
  /** The change that every target needs, and the changes that were made. */
  targetChange: TargetChange = {
    target: 'public.orders',
    statement: 'ALTER TABLE public.orders ALTER COLUMN note TYPE text',
    columns: [{ name: 'note', type: 'text', change: 'widened' }],
  }
  readonly targetChanges: (WantedTargetChange & { readonly statement: string })[] = []
  /** The estimate of every flow. */
  estimated: FlowEstimate = {
    source: { figures: [{ name: 'rows', ...counted(0) }], quotas: [], notes: [] },
    destination: { figures: [{ name: 'rows', ...counted(0) }], quotas: [], notes: [] },
    streams: [],
    streamCount: 0,
    seconds: { certainty: 'unknown' },
  }
  readonly estimates: EstimateRequest[] = []
  /** What comes of the structure. */
  structures: readonly StructureObject[] = []
  /** The default targets of the source's tables. */
  targetsOfAll: readonly PlannedTarget[] = []

  constructor(trash?: MemoryTrashRepository) {
    super()
    this.#flows = new MemoryCollection((organizationId, removed) => {
      const { id, name } = removed
      trash?.keep(organizationId, { id, name, kind: 'flow' }, () => this.#flows.put(organizationId, removed))
    })
  }

  async list(organizationId: string): Promise<Result<readonly Flow[]>> {
    return this.answer(() => this.#flows.of(organizationId))
  }

  async get(organizationId: string, flowId: string): Promise<Result<Flow>> {
    return this.#answerOf(organizationId, flowId, (flow) => flow)
  }

  async create(organizationId: string, draft: FlowDraft): Promise<Result<Flow>> {
    return this.answer(() =>
      this.#save(organizationId, {
        enabled: true,
        config: { streams: [], transformations: [] },
        ...draft,
        id: `flow-${this.#nextId++}`,
        version: 1,
      }),
    )
  }

  async update(organizationId: string, flowId: string, change: FlowChange, version?: number): Promise<Result<Flow>> {
    const known = this.#flows.find(organizationId, flowId)
    if (known && version !== undefined && version !== known.version) this.failNext(CONFLICT)
    return this.#answerOf(organizationId, flowId, (flow) => {
      const edition = flow.edition === undefined ? undefined : flow.edition + 1
      return this.#save(organizationId, {
        ...flow,
        ...change,
        version: (flow.version ?? 0) + 1,
        ...defined({ edition }),
      })
    })
  }

  async overview(organizationId: string, flowId: string): Promise<Result<FlowOverview>> {
    return this.#answerOf(organizationId, flowId, () => this.overviews.get(flowId) ?? NEVER_RUN)
  }

  async edited(organizationId: string, flowId: string): Promise<Result<EditedFlow>> {
    return this.#answerOf(organizationId, flowId, (flow) => this.drafts.editedOf(flow))
  }

  async saveEdit(organizationId: string, base: EditBase, change: FlowChange): Promise<Result<EditedFlow>> {
    this.#refuseOther(organizationId, base.id, base.edition)
    return this.#answerOf(organizationId, base.id, (flow) => {
      const { published, isVersion } = this.drafts.save(flow, change, base.isMerged)
      if (isVersion) this.#save(organizationId, published)
      else this.#flows.put(organizationId, published)
      return this.drafts.editedOf(published)
    })
  }

  async discardDraft(organizationId: string, flowId: string, edition?: number): Promise<Result<void>> {
    this.#refuseOther(organizationId, flowId, edition)
    return this.#answerOf(organizationId, flowId, (flow) => {
      this.#flows.put(organizationId, this.drafts.discard(flow))
      return undefined
    })
  }

  async publish(organizationId: string, flowId: string, edition?: number, note?: string): Promise<Result<Flow>> {
    this.#refuseOther(organizationId, flowId, edition)
    return this.#answerOf(organizationId, flowId, (flow) => {
      if (note !== undefined) this.notes.set((flow.version ?? 0) + 1, note)
      return this.#save(organizationId, this.drafts.publish(flow))
    })
  }

  /** The next answer is a conflict if the flow has changed since. */
  #refuseOther(organizationId: string, flowId: string, edition: number | undefined): void {
    const known = this.#flows.find(organizationId, flowId)
    if (known && edition !== undefined && edition !== known.edition) this.failNext(CONFLICT)
  }

  async setPublishing(organizationId: string, flowId: string, publishing: Publishing | null): Promise<Result<Flow>> {
    return this.#answerOf(organizationId, flowId, (flow) => {
      const { publishing: _before, ...other } = flow
      return this.#flows.put(organizationId, { ...other, ...defined({ publishing: publishing ?? undefined }) })
    })
  }

  async searchTables(organizationId: string, words: string): Promise<Result<readonly FoundTable[]>> {
    return this.answer(() => tablesOf(this.#flows.of(organizationId), words))
  }

  async versions(organizationId: string, flowId: string): Promise<Result<VersionPage>> {
    return this.#answerOf(organizationId, flowId, () => {
      const saved = this.saved.filter(({ id }) => id === flowId).toReversed()
      return { versions: saved.map((flow) => listedVersion(flow, this)) }
    })
  }

  async version(organizationId: string, flowId: string, wanted: number): Promise<Result<FlowVersion>> {
    return this.answer(() => {
      const saved = this.saved.find(({ id, version }) => id === flowId && version === wanted)
      if (!saved || !this.#flows.find(organizationId, flowId)) return NOT_FOUND
      return settingsOf(saved)
    })
  }

  async delete(organizationId: string, flowId: string): Promise<Result<void>> {
    return this.answer(() => this.#flows.remove(organizationId, flowId))
  }

  async run(organizationId: string, flowId: string, idempotencyKey: string): Promise<Result<TriggeredRun>> {
    this.keys.push(idempotencyKey)
    return this.#answerOf(organizationId, flowId, () => {
      const run = this.#runs.get(idempotencyKey) ?? { runId: `run-${this.#runs.size + 1}` }
      this.#runs.set(idempotencyKey, run)
      return run
    })
  }

  async streamPositions(): Promise<Result<readonly StreamPosition[]>> {
    return this.answer(() => this.positions)
  }

  async knownTables(): Promise<Result<readonly KnownTable[]>> {
    return this.answer(() => this.known)
  }

  async inboundUrl(organizationId: string, flowId: string): Promise<Result<InboundUrl | null>> {
    return this.#answerOf(organizationId, flowId, () => this.inboundUrls.get(flowId) ?? null)
  }

  async renewInboundUrl(organizationId: string, flowId: string, isPreviousKept: boolean): Promise<Result<InboundUrl>> {
    return this.#answerOf(organizationId, flowId, () => this.inboundUrls.renew(flowId, isPreviousKept))
  }

  async removeInboundUrl(_organizationId: string, flowId: string): Promise<Result<void>> {
    return this.answer(() => (this.inboundUrls.delete(flowId) ? undefined : NOT_FOUND))
  }

  async changeTarget(
    _organizationId: string,
    _flowId: string,
    wanted: WantedTargetChange,
    statement?: string,
  ): Promise<Result<TargetChange>> {
    if (statement !== undefined) this.targetChanges.push({ ...wanted, statement })
    return this.answer(() => this.targetChange)
  }

  async resetStream(_organizationId: string, _flowId: string, entity: string): Promise<Result<void>> {
    return this.answer(() => {
      this.positions = this.positions.map(({ bound, ...position }) =>
        position.entity === entity || bound === undefined ? position : { ...position, bound },
      )
    })
  }

  async preview(_organizationId: string, request: PreviewRequest): Promise<Result<FlowPreview>> {
    this.previews.push(request)
    return this.answer(() => memoryPreview(this.sample, request, this.stepErrors))
  }

  async plan(_organizationId: string, request: PlanRequest): Promise<Result<StreamPlan>> {
    this.plans.push(request)
    return this.answer(() => this.planned)
  }

  async estimate(_organizationId: string, request: EstimateRequest): Promise<Result<FlowEstimate>> {
    this.estimates.push(request)
    return this.answer(() => this.estimated)
  }

  async savedEstimate(organizationId: string, flowId: string): Promise<Result<FlowEstimate>> {
    return this.#answerOf(organizationId, flowId, () => this.estimated)
  }

  async structure(): Promise<Result<readonly StructureObject[]>> {
    return this.answer(() => this.structures)
  }

  /** The requested streams, or the known ones. */
  async targets(_organizationId: string, { streams }: TargetsRequest): Promise<Result<readonly PlannedTarget[]>> {
    return this.answer(() =>
      streams.length === 0
        ? this.targetsOfAll
        : streams.map(
            ({ entity, target }) =>
              (target === undefined ? this.targetsOfAll.find((known) => known.entity === entity) : undefined) ?? {
                entity,
                target: target ?? entity,
              },
          ),
    )
  }

  /** A flow on the server, by any creator. */
  put(organizationId: string, flow: Flow): void {
    this.#save(organizationId, flow)
  }

  #answerOf<T>(organizationId: string, flowId: string, work: (flow: Flow) => T | typeof NOT_FOUND): Promise<Result<T>> {
    return this.answer(() => {
      const flow = this.#flows.find(organizationId, flowId)
      return flow ? work(flow) : NOT_FOUND
    })
  }

  #save(organizationId: string, flow: Flow): Flow {
    this.saved.push(flow)
    return this.#flows.put(organizationId, flow)
  }
}
