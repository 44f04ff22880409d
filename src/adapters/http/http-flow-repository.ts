import { FLOW_PREVIEW_ROUTES } from '../../contract/flow-previews.ts'
import { FLOW_ROUTES } from '../../contract/flows.ts'
import type { InboundUrlResponse } from '../../contract/inbound-urls.ts'
import { INBOUND_URL_ROUTES } from '../../contract/inbound-urls.ts'
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
import { flowFromWire } from './flow-from-wire.ts'
import { configToWire, transformationToWire } from './flow-to-wire.ts'
import type { HttpClient } from './http-client.ts'
import { ifMatch } from './if-match.ts'
import { KnownIds } from './known-ids.ts'
import { withoutAbsent } from './without-absent.ts'

/** What only the editor asks is read by code that is loaded with the first answer. */
export class HttpFlowRepository implements FlowRepository {
  readonly #http: HttpClient
  readonly #known = new KnownIds<Flow>()

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly Flow[]>> {
    const listed = await this.#http.call(FLOW_ROUTES.listFlows, { params: { orgId } })
    return map(listed, (rows) => this.#known.note(orgId, rows.map(flowFromWire)))
  }

  async get(orgId: string, flowId: string): Promise<Result<Flow>> {
    return map(await this.#http.call(FLOW_ROUTES.getFlow, { params: { orgId, flowId } }), flowFromWire)
  }

  async create(orgId: string, draft: FlowDraft): Promise<Result<Flow>> {
    const { name, enabled, sourceConnection, destinationConnection, config } = draft
    const body = {
      name,
      source_connection: { id: sourceConnection.id },
      destination_connection: { id: destinationConnection.id },
      ...withoutAbsent({ enabled, config: config && configToWire(config) }),
    }
    const told = await this.#http.callIfTold(FLOW_ROUTES.createFlow, { params: { orgId }, body })
    if (!told.ok) return told
    if (told.value) return ok(flowFromWire(told.value))
    // Not by its name, which the specification's flow does not have.
    const isLike = (made: Flow) =>
      made.sourceConnection?.id === sourceConnection.id && made.destinationConnection?.id === destinationConnection.id
    return this.#known.findNew(orgId, () => this.list(orgId), isLike)
  }

  async update(orgId: string, flowId: string, change: FlowChange, version?: number): Promise<Result<Flow>> {
    const { name, enabled, sourceConnection, destinationConnection, config, freshnessMinutes } = change
    const fields = withoutAbsent({
      name,
      enabled,
      source_connection: sourceConnection && { id: sourceConnection.id },
      destination_connection: destinationConnection && { id: destinationConnection.id },
      config: config && configToWire(config),
    })
    // Null is a value here: it removes the freshness.
    const body = { ...fields, ...(freshnessMinutes !== undefined && { freshness_minutes: freshnessMinutes }) }
    const headers = ifMatch(version)
    const told = await this.#http.callIfTold(FLOW_ROUTES.updateFlow, { params: { orgId, flowId }, headers, body })
    if (!told.ok) return told
    return told.value ? ok(flowFromWire(told.value)) : this.get(orgId, flowId)
  }

  delete(orgId: string, flowId: string): Promise<Result<void>> {
    return this.#http.send(FLOW_ROUTES.deleteFlow, { params: { orgId, flowId } })
  }

  async versions(orgId: string, flowId: string, cursor?: string): Promise<Result<VersionPage>> {
    const query = cursor === undefined ? {} : { cursor }
    const listed = await this.#http.call(FLOW_ROUTES.listFlowVersions, { params: { orgId, flowId }, query })
    const { versionFromWire } = await import('./version-from-wire.ts')
    return map(listed, ({ versions, next_cursor }) => ({
      versions: versions.map(versionFromWire),
      ...withoutAbsent({ nextCursor: next_cursor }),
    }))
  }

  async version(orgId: string, flowId: string, version: number): Promise<Result<FlowVersion>> {
    const query = { version: String(version) }
    const read = await this.#http.call(FLOW_ROUTES.getFlowVersion, { params: { orgId, flowId }, query })
    const { flowVersionFromWire } = await import('./version-from-wire.ts')
    return map(read, flowVersionFromWire)
  }

  async run(orgId: string, flowId: string, idempotencyKey: string): Promise<Result<TriggeredRun>> {
    const request = { params: { orgId, flowId }, headers: { 'idempotency-key': idempotencyKey } }
    return map(await this.#http.callLoosely(FLOW_ROUTES.runFlow, request), ({ run_id }) =>
      withoutAbsent({ runId: run_id }),
    )
  }

  async streamPositions(orgId: string, flowId: string): Promise<Result<readonly StreamPosition[]>> {
    return map(await this.#http.call(FLOW_ROUTES.listStreams, { params: { orgId, flowId } }), (rows) =>
      rows.map(({ entity, target, cursor, bound }) => ({ entity, target, cursor, ...withoutAbsent({ bound }) })),
    )
  }

  async knownTables(orgId: string, flowId: string): Promise<Result<readonly KnownTable[]>> {
    return map(await this.#http.call(FLOW_ROUTES.listKnownTables, { params: { orgId, flowId } }), (rows) =>
      rows.map(({ entity: name, target, columns }) => ({ name, target, columns })),
    )
  }

  async inboundUrl(orgId: string, flowId: string): Promise<Result<InboundUrl | null>> {
    const answer = await this.#http.call(INBOUND_URL_ROUTES.getInboundUrl, { params: { orgId, flowId } })
    return map(answer, ({ inbound_url }) => (inbound_url ? inboundUrlFromWire(inbound_url) : null))
  }

  async renewInboundUrl(orgId: string, flowId: string, isPreviousKept: boolean): Promise<Result<InboundUrl>> {
    const request = { params: { orgId, flowId }, body: { keep_previous: isPreviousKept } }
    return map(await this.#http.call(INBOUND_URL_ROUTES.renewInboundUrl, request), inboundUrlFromWire)
  }

  removeInboundUrl(orgId: string, flowId: string): Promise<Result<void>> {
    return this.#http.send(INBOUND_URL_ROUTES.deleteInboundUrl, { params: { orgId, flowId } })
  }

  async changeTarget(orgId: string, flowId: string, entity: string, statement?: string): Promise<Result<TargetChange>> {
    const body = { entity, ...withoutAbsent({ statement }) }
    const { targetChangeFromWire } = await import('./plan-from-wire.ts')
    return map(
      await this.#http.call(FLOW_ROUTES.changeTarget, { params: { orgId, flowId }, body }),
      targetChangeFromWire,
    )
  }

  resetStream(orgId: string, flowId: string, entity: string): Promise<Result<void>> {
    return this.#http.send(FLOW_ROUTES.resetStream, { params: { orgId, flowId }, body: { entity } })
  }

  async preview(
    orgId: string,
    { sourceId, entity, steps, where }: PreviewRequest,
    stop?: StopSignal,
  ): Promise<Result<FlowPreview>> {
    const body = {
      source: { id: sourceId },
      stream: entity,
      transformations: steps.map(transformationToWire),
      ...withoutAbsent({ where }),
    }
    const { previewFromWire } = await import('./preview-from-wire.ts')
    return map(
      await this.#http.call(FLOW_PREVIEW_ROUTES.previewFlow, { params: { orgId }, body, stop }),
      previewFromWire,
    )
  }

  async plan(orgId: string, request: PlanRequest, stop?: StopSignal): Promise<Result<StreamPlan>> {
    const body = { ...drawnToWire(request), stream: request.entity }
    const { planFromWire } = await import('./plan-from-wire.ts')
    return map(await this.#http.call(FLOW_PREVIEW_ROUTES.planStream, { params: { orgId }, body, stop }), planFromWire)
  }

  async estimate(orgId: string, request: EstimateRequest, stop?: StopSignal): Promise<Result<FlowEstimate>> {
    const body = { ...drawnToWire(request), ...withoutAbsent({ schedule: configToWire(request.config).schedule }) }
    const { estimateFromWire } = await import('./estimate-from-wire.ts')
    return map(
      await this.#http.call(FLOW_PREVIEW_ROUTES.estimateFlow, { params: { orgId }, body, stop }),
      estimateFromWire,
    )
  }

  async savedEstimate(orgId: string, flowId: string, stop?: StopSignal): Promise<Result<FlowEstimate>> {
    const { estimateFromWire } = await import('./estimate-from-wire.ts')
    return map(
      await this.#http.call(FLOW_PREVIEW_ROUTES.getFlowEstimate, { params: { orgId, flowId }, stop }),
      estimateFromWire,
    )
  }

  async structure(
    orgId: string,
    request: StructureRequest,
    stop?: StopSignal,
  ): Promise<Result<readonly StructureObject[]>> {
    const body = drawnToWire(request)
    const { structureFromWire } = await import('./structure-from-wire.ts')
    return map(
      await this.#http.call(FLOW_PREVIEW_ROUTES.planStructure, { params: { orgId }, body, stop }),
      structureFromWire,
    )
  }

  async targets(orgId: string, request: TargetsRequest, stop?: StopSignal): Promise<Result<readonly PlannedTarget[]>> {
    const { flowId, sourceId, destinationId, streams } = request
    const body = {
      ...withoutAbsent({ flow_id: flowId }),
      source_connection: { id: sourceId },
      destination_connection: { id: destinationId },
      streams: configToWire({ streams, transformations: [] }).streams ?? [],
    }
    const { targetsFromWire } = await import('./plan-from-wire.ts')
    return map(
      await this.#http.call(FLOW_PREVIEW_ROUTES.planTargets, { params: { orgId }, body, stop }),
      targetsFromWire,
    )
  }
}

/** A flow as it is drawn, which may not be saved. */
function drawnToWire({ flowId, sourceId, destinationId, config }: StructureRequest) {
  const { streams = [], transformations = [] } = configToWire(config)
  return {
    ...withoutAbsent({ flow_id: flowId }),
    source_connection: { id: sourceId },
    destination_connection: { id: destinationId },
    streams,
    transformations,
  }
}

const inboundUrlFromWire = ({ url, since, used_at, previous_until, secret }: InboundUrlResponse): InboundUrl => ({
  ...{ url, since },
  ...withoutAbsent({ usedAt: used_at, previousUntil: previous_until, secret }),
})
