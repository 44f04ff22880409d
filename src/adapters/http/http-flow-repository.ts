import { FLOW_PREVIEW_ROUTES } from '../../contract/flow-previews.ts'
import { FLOW_ROUTES } from '../../contract/flows.ts'
import { INBOUND_URL_ROUTES } from '../../contract/inbound-urls.ts'
import { defined } from '../../core/catalog/defined.ts'
import type { KnownTable } from '../../core/connections/compare-tables.ts'
import type { EstimateRequest, FlowEstimate } from '../../core/flows/estimate/flow-estimate.ts'
import type { Flow, FlowChange, FlowDraft, FlowVersion } from '../../core/flows/flow.ts'
import type { FlowPreview, PreviewRequest } from '../../core/flows/flow-preview.ts'
import type { FlowRepository, TriggeredRun } from '../../core/flows/flow-repository.ts'
import type { InboundUrl } from '../../core/flows/inbound-url.ts'
import type {
  PlannedTarget,
  PlanRequest,
  StreamPlan,
  StructureRequest,
  TargetsRequest,
} from '../../core/flows/streams/stream-plan.ts'
import type { StreamPosition } from '../../core/flows/streams/stream-position.ts'
import type { TargetChange } from '../../core/flows/streams/target-change.ts'
import type { StructureObject } from '../../core/flows/structure-object.ts'
import { map, ok, type Result } from '../../core/result.ts'
import type { StopSignal } from '../../core/stop-signal.ts'
import type { VersionPage } from '../../core/versions/saved-version.ts'
import { configBody, transformationBody } from './flow-body.ts'
import { configOf, flowOf } from './flow-of.ts'
import type { HttpClient } from './http-client.ts'
import { ifMatch } from './if-match.ts'
import { KnownIds } from './known-ids.ts'
import { snakeCased } from './snake-cased.ts'

export class HttpFlowRepository implements FlowRepository {
  readonly #http: HttpClient
  readonly #known = new KnownIds<Flow>()

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly Flow[]>> {
    const listed = await this.#http.call(FLOW_ROUTES.listFlows, { params: { orgId } })
    return map(listed, (rows) => this.#known.note(orgId, rows.map(flowOf)))
  }

  async get(orgId: string, flowId: string): Promise<Result<Flow>> {
    return map(await this.#http.call(FLOW_ROUTES.getFlow, { params: { orgId, flowId } }), flowOf)
  }

  async create(orgId: string, draft: FlowDraft): Promise<Result<Flow>> {
    const { name, enabled, sourceConnection, destinationConnection, config } = draft
    const body = snakeCased({
      name,
      enabled,
      config: config && configBody(config),
      ...idsOf({ sourceId: sourceConnection.id, destinationId: destinationConnection.id }),
    })
    const told = await this.#http.callIfAnswered(FLOW_ROUTES.createFlow, { params: { orgId }, body })
    if (!told.ok) return told
    if (told.value) return ok(flowOf(told.value))
    // Not by its name, which the specification's flow does not have.
    const isLike = (made: Flow) =>
      made.sourceConnection?.id === sourceConnection.id && made.destinationConnection?.id === destinationConnection.id
    return this.#known.findNew(orgId, () => this.list(orgId), isLike)
  }

  async update(orgId: string, flowId: string, change: FlowChange, version?: number): Promise<Result<Flow>> {
    const { name, enabled, sourceConnection, destinationConnection, config, freshnessMinutes } = change
    const body = snakeCased({
      name,
      enabled,
      freshnessMinutes,
      config: config && configBody(config),
      sourceConnection: sourceConnection && { id: sourceConnection.id },
      destinationConnection: destinationConnection && { id: destinationConnection.id },
    })
    const headers = ifMatch(version)
    const told = await this.#http.callIfAnswered(FLOW_ROUTES.updateFlow, { params: { orgId, flowId }, headers, body })
    if (!told.ok) return told
    return told.value ? ok(flowOf(told.value)) : this.get(orgId, flowId)
  }

  delete(orgId: string, flowId: string): Promise<Result<void>> {
    return this.#http.send(FLOW_ROUTES.deleteFlow, { params: { orgId, flowId } })
  }

  versions(orgId: string, flowId: string, cursor?: string): Promise<Result<VersionPage>> {
    return this.#http.call(FLOW_ROUTES.listFlowVersions, { params: { orgId, flowId }, query: { cursor } })
  }

  async version(orgId: string, flowId: string, version: number): Promise<Result<FlowVersion>> {
    const query = { version: String(version) }
    const read = await this.#http.call(FLOW_ROUTES.getFlowVersion, { params: { orgId, flowId }, query })
    return map(read, ({ sourceConnectionId, destinationConnectionId, config, ...row }) => ({
      freshnessMinutes: null,
      ...row,
      sourceConnection: { id: sourceConnectionId },
      destinationConnection: { id: destinationConnectionId },
      config: configOf(config),
    }))
  }

  run(orgId: string, flowId: string, idempotencyKey: string): Promise<Result<TriggeredRun>> {
    const request = { params: { orgId, flowId }, headers: { 'idempotency-key': idempotencyKey } }
    return this.#http.callLoosely(FLOW_ROUTES.runFlow, request)
  }

  streamPositions(orgId: string, flowId: string): Promise<Result<readonly StreamPosition[]>> {
    return this.#http.call(FLOW_ROUTES.listStreams, { params: { orgId, flowId } })
  }

  async knownTables(orgId: string, flowId: string): Promise<Result<readonly KnownTable[]>> {
    return map(await this.#http.call(FLOW_ROUTES.listKnownTables, { params: { orgId, flowId } }), (rows) =>
      rows.map(({ entity: name, ...table }) => ({ name, ...table })),
    )
  }

  async inboundUrl(orgId: string, flowId: string): Promise<Result<InboundUrl | null>> {
    const answer = await this.#http.call(INBOUND_URL_ROUTES.getInboundUrl, { params: { orgId, flowId } })
    return map(answer, ({ inboundUrl = null }) => inboundUrl)
  }

  renewInboundUrl(orgId: string, flowId: string, isPreviousKept: boolean): Promise<Result<InboundUrl>> {
    const request = { params: { orgId, flowId }, body: { keep_previous: isPreviousKept } }
    return this.#http.call(INBOUND_URL_ROUTES.renewInboundUrl, request)
  }

  removeInboundUrl(orgId: string, flowId: string): Promise<Result<void>> {
    return this.#http.send(INBOUND_URL_ROUTES.deleteInboundUrl, { params: { orgId, flowId } })
  }

  changeTarget(orgId: string, flowId: string, entity: string, statement?: string): Promise<Result<TargetChange>> {
    const body = snakeCased({ entity, statement })
    return this.#http.call(FLOW_ROUTES.changeTarget, { params: { orgId, flowId }, body })
  }

  resetStream(orgId: string, flowId: string, entity: string): Promise<Result<void>> {
    return this.#http.send(FLOW_ROUTES.resetStream, { params: { orgId, flowId }, body: { entity } })
  }

  preview(
    orgId: string,
    { sourceId, entity, steps, where }: PreviewRequest,
    stop?: StopSignal,
  ): Promise<Result<FlowPreview>> {
    const transformations = steps.map(transformationBody)
    const body = snakeCased({ source: { id: sourceId }, stream: entity, transformations, where })
    return this.#http.call(FLOW_PREVIEW_ROUTES.previewFlow, { params: { orgId }, body, stop })
  }

  async plan(orgId: string, request: PlanRequest, stop?: StopSignal): Promise<Result<StreamPlan>> {
    const body = { ...drawnBody(request), stream: request.entity }
    const { planOf } = await import('./plan-of.ts')
    return map(await this.#http.call(FLOW_PREVIEW_ROUTES.planStream, { params: { orgId }, body, stop }), planOf)
  }

  async estimate(orgId: string, request: EstimateRequest, stop?: StopSignal): Promise<Result<FlowEstimate>> {
    const { schedule } = request.config
    const body = { ...drawnBody(request), ...defined({ schedule }) }
    const { estimateOf } = await import('./estimate-of.ts')
    return map(await this.#http.call(FLOW_PREVIEW_ROUTES.estimateFlow, { params: { orgId }, body, stop }), estimateOf)
  }

  async savedEstimate(orgId: string, flowId: string, stop?: StopSignal): Promise<Result<FlowEstimate>> {
    const { estimateOf } = await import('./estimate-of.ts')
    const request = { params: { orgId, flowId }, stop }
    return map(await this.#http.call(FLOW_PREVIEW_ROUTES.getFlowEstimate, request), estimateOf)
  }

  async structure(
    orgId: string,
    request: StructureRequest,
    stop?: StopSignal,
  ): Promise<Result<readonly StructureObject[]>> {
    const planned = { params: { orgId }, body: drawnBody(request), stop }
    return map(await this.#http.call(FLOW_PREVIEW_ROUTES.planStructure, planned), ({ objects }) => objects)
  }

  async targets(orgId: string, request: TargetsRequest, stop?: StopSignal): Promise<Result<readonly PlannedTarget[]>> {
    const { transformations: _, ...body } = drawnBody({ ...request, config: { ...request, transformations: [] } })
    const planned = { params: { orgId }, body, stop }
    return map(await this.#http.call(FLOW_PREVIEW_ROUTES.planTargets, planned), ({ targets }) => targets)
  }
}

const idsOf = ({ sourceId, destinationId }: Pick<StructureRequest, 'sourceId' | 'destinationId'>) => ({
  sourceConnection: { id: sourceId },
  destinationConnection: { id: destinationId },
})

/** A flow as it is drawn, which may not be saved. */
function drawnBody({ flowId, config, ...ends }: StructureRequest) {
  const { streams, transformations } = configBody(config)
  return { ...snakeCased({ flowId, ...idsOf(ends) }), streams, transformations }
}
