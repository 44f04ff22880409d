import type { FlowSetting } from '../catalog/changed-settings.ts'
import type { Publishing } from '../catalog/publishing.ts'
import type { KnownTable } from '../connections/compare-tables.ts'
import type { Result } from '../result.ts'
import type { StopSignal } from '../stop-signal.ts'
import type { VersionPage } from '../versions/saved-version.ts'
import type { EstimateRequest, FlowEstimate } from './estimate/flow-estimate.ts'
import type { EditedFlow, Flow, FlowChange, FlowDraft, FlowVersion } from './flow.ts'
import type { FlowPreview, PreviewRequest } from './flow-preview.ts'
import type { FoundTable } from './found-table.ts'
import type { InboundUrl } from './inbound-url.ts'
import type { FlowOverview } from './overview/flow-overview.ts'
import type { PlannedTarget, PlanRequest, StreamPlan, StructureRequest, TargetsRequest } from './streams/stream-plan.ts'
import type { StreamPosition } from './streams/stream-position.ts'
import type { TargetChange, WantedTargetChange } from './streams/target-change.ts'
import type { StructureObject } from './structure-object.ts'

/** The storage of an organization's flows. */
export interface FlowRepository {
  list(organizationId: string): Promise<Result<readonly Flow[]>>
  get(organizationId: string, flowId: string): Promise<Result<Flow>>
  create(organizationId: string, draft: FlowDraft): Promise<Result<Flow>>
  /** With the version on which the change was made, a newer flow is not overwritten (HTTP 409 or 412). */
  update(organizationId: string, flowId: string, change: FlowChange, version?: number): Promise<Result<Flow>>
  delete(organizationId: string, flowId: string): Promise<Result<void>>
  /** How it has been doing. May be `not-offered`. */
  overview(organizationId: string, flowId: string): Promise<Result<FlowOverview>>
  /** The flow with its draft. May be `not-offered`. */
  edited(organizationId: string, flowId: string): Promise<Result<EditedFlow>>
  /** Saves edits on the edition that was shown: a newer one is not overwritten (HTTP 409 or 412). */
  saveEdit(organizationId: string, base: EditBase, change: FlowChange): Promise<Result<EditedFlow>>
  /** Moves the draft to the trash; not a newer draft than the caller has seen (HTTP 409 or 412). */
  discardDraft(organizationId: string, flowId: string, edition: number | undefined): Promise<Result<void>>
  /** Makes the draft the version that runs use; not a newer draft than the caller has seen. */
  publish(organizationId: string, flowId: string, edition: number | undefined, note?: string): Promise<Result<Flow>>
  /** When edits are used by runs; null: as the organization says. */
  setPublishing(organizationId: string, flowId: string, publishing: Publishing | null): Promise<Result<Flow>>
  /** Tables by words of their names, with the flows that move them. May be `not-offered`. */
  searchTables(organizationId: string, words: string): Promise<Result<readonly FoundTable[]>>
  /**
   * The saved versions, newest first. May be `not-offered`.
   * @param changed only those that changed this setting, and the first one
   */
  versions(organizationId: string, flowId: string, cursor?: string, changed?: FlowSetting): Promise<Result<VersionPage>>
  version(organizationId: string, flowId: string, version: number): Promise<Result<FlowVersion>>
  /** The same key twice means the same run. */
  run(organizationId: string, flowId: string, idempotencyKey: string): Promise<Result<TriggeredRun>>
  /** The position of each incremental stream. May be `not-offered`. */
  streamPositions(organizationId: string, flowId: string): Promise<Result<readonly StreamPosition[]>>
  /** The moved tables of the source at the time when the flow last succeeded. May be `not-offered`. */
  knownTables(organizationId: string, flowId: string): Promise<Result<readonly KnownTable[]>>
  /** The URL by which other programs start the flow; `null` if it has none. May be `not-offered`. */
  inboundUrl(organizationId: string, flowId: string): Promise<Result<InboundUrl | null>>
  /** Creates it, or gives it a new secret. */
  renewInboundUrl(organizationId: string, flowId: string, isPreviousKept: boolean): Promise<Result<InboundUrl>>
  removeInboundUrl(organizationId: string, flowId: string): Promise<Result<void>>
  /** Without a statement, tells the change of the target; with it, makes exactly that one. May be `not-offered`. */
  changeTarget(
    organizationId: string,
    flowId: string,
    wanted: WantedTargetChange,
    statement?: string,
  ): Promise<Result<TargetChange>>
  resetStream(organizationId: string, flowId: string, entity: string): Promise<Result<void>>
  /** A sample of one stream after each step. May be `not-offered`. */
  preview(organizationId: string, request: PreviewRequest, stop?: StopSignal): Promise<Result<FlowPreview>>
  /** What a run would do with one stream. May be `not-offered`. */
  plan(organizationId: string, request: PlanRequest, stop?: StopSignal): Promise<Result<StreamPlan>>
  /** What a run would move, take and cost. May be `not-offered`. */
  estimate(organizationId: string, request: EstimateRequest, stop?: StopSignal): Promise<Result<FlowEstimate>>
  /** The same for a saved flow. */
  savedEstimate(organizationId: string, flowId: string, stop?: StopSignal): Promise<Result<FlowEstimate>>
  /** What of the structure would come, and what cannot. */
  structure(
    organizationId: string,
    request: StructureRequest,
    stop?: StopSignal,
  ): Promise<Result<readonly StructureObject[]>>
  /** The target of each stream. May be `not-offered`. */
  targets(organizationId: string, request: TargetsRequest, stop?: StopSignal): Promise<Result<readonly PlannedTarget[]>>
}

/** What an editor has shown when something was edited. */
export interface EditBase extends Pick<Flow, 'id' | 'version' | 'edition'> {
  /** A person has merged the edits with what is published in this version. */
  readonly isMerged?: true
}

export interface TriggeredRun {
  /** Absent if the server does not return it. */
  readonly runId?: string
}
