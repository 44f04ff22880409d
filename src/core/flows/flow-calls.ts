import type { CallsOf } from '../calls-of.ts'
import type { FlowSetting } from '../catalog/changed-settings.ts'
import type { Publishing } from '../catalog/publishing.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { Result } from '../result.ts'
import type { StopSignal } from '../stop-signal.ts'
import type { FlowDeps } from './deps.ts'
import { makeRestoreFlowVersion } from './drafts/restore-flow-version.ts'
import type { EstimateRequest } from './estimate/flow-estimate.ts'
import { makeFindFlowOrganization } from './find-flow-organization.ts'
import type { EditedFlow, Flow, FlowChange, FlowDraft } from './flow.ts'
import type { EditBase } from './flow-repository.ts'
import { makePreviewFlow } from './preview-flow.ts'
import type { PlanRequest, StructureRequest, TargetsRequest } from './streams/stream-plan.ts'
import type { WantedTargetChange } from './streams/target-change.ts'

const ask = forOrganization<FlowDeps>()

export const FLOW_CALLS = {
  listFlows: ask(({ flows }, organizationId) => flows.list(organizationId)),
  fetchFlow: ask(({ flows }, organizationId, flowId: string) => flows.get(organizationId, flowId)),
  fetchFlowOverview: ask(({ flows }, organizationId, flowId: string) => flows.overview(organizationId, flowId)),
  searchTables: ask(({ flows }, organizationId, words: string) => flows.searchTables(organizationId, words)),
  findFlowOrganization: makeFindFlowOrganization,
  createFlow: ask(({ flows }, organizationId, draft: FlowDraft) => flows.create(organizationId, draft)),
  updateFlow: ask(({ flows }, organizationId, { id, version }: Pick<Flow, 'id' | 'version'>, change: FlowChange) =>
    flows.update(organizationId, id, change, version),
  ),
  fetchEditedFlow: ask(async ({ flows }, organizationId, flowId: string): Promise<Result<EditedFlow>> => {
    const edited = await flows.edited(organizationId, flowId)
    return edited.ok || edited.failure.kind !== 'not-offered' ? edited : flows.get(organizationId, flowId)
  }),
  /** A server without drafts publishes every edit. */
  saveFlowEdit: ask(
    ({ flows }, organizationId, base: EditBase, change: FlowChange): Promise<Result<EditedFlow>> =>
      base.edition === undefined
        ? flows.update(organizationId, base.id, change, base.version)
        : flows.saveEdit(organizationId, base, change),
  ),
  publishFlow: ask(({ flows }, organizationId, { id, edition }: Pick<Flow, 'id' | 'edition'>, note?: string) =>
    flows.publish(organizationId, id, edition, note),
  ),
  discardDraft: ask(({ flows }, organizationId, { id, edition }: Pick<Flow, 'id' | 'edition'>) =>
    flows.discardDraft(organizationId, id, edition),
  ),
  restoreFlowVersion: makeRestoreFlowVersion,
  setFlowPublishing: ask(({ flows }, organizationId, flowId: string, publishing: Publishing | null) =>
    flows.setPublishing(organizationId, flowId, publishing),
  ),
  listFlowVersions: ask(({ flows }, organizationId, flowId: string, cursor?: string, changed?: FlowSetting) =>
    flows.versions(organizationId, flowId, cursor, changed),
  ),
  fetchFlowVersion: ask(({ flows }, organizationId, flowId: string, version: number) =>
    flows.version(organizationId, flowId, version),
  ),
  previewFlow: makePreviewFlow,
  planStream: ask(({ flows }, organizationId, request: PlanRequest, stop?: StopSignal) =>
    flows.plan(organizationId, request, stop),
  ),
  planStructure: ask(({ flows }, organizationId, request: StructureRequest, stop?: StopSignal) =>
    flows.structure(organizationId, request, stop),
  ),
  planTargets: ask(({ flows }, organizationId, request: TargetsRequest, stop?: StopSignal) =>
    flows.targets(organizationId, request, stop),
  ),
  estimateFlow: ask(({ flows }, organizationId, request: EstimateRequest, stop?: StopSignal) =>
    flows.estimate(organizationId, request, stop),
  ),
  fetchFlowEstimate: ask(({ flows }, organizationId, flowId: string, stop?: StopSignal) =>
    flows.savedEstimate(organizationId, flowId, stop),
  ),
  listStreamPositions: ask(({ flows }, organizationId, flowId: string) =>
    flows.streamPositions(organizationId, flowId),
  ),
  listKnownTables: ask(({ flows }, organizationId, flowId: string) => flows.knownTables(organizationId, flowId)),
  fetchInboundUrl: ask(({ flows }, organizationId, flowId: string) => flows.inboundUrl(organizationId, flowId)),
  renewInboundUrl: ask(({ flows }, organizationId, flowId: string, isPreviousKept: boolean) =>
    flows.renewInboundUrl(organizationId, flowId, isPreviousKept),
  ),
  removeInboundUrl: ask(({ flows }, organizationId, flowId: string) => flows.removeInboundUrl(organizationId, flowId)),
  /** Tells how the target of a stream would get the columns that it lacks, wider ones, or another name. */
  planTargetChange: ask(({ flows }, organizationId, flowId: string, wanted: WantedTargetChange) =>
    flows.changeTarget(organizationId, flowId, wanted),
  ),
  /** Makes the change that was told, and no other one. */
  changeTarget: ask(({ flows }, organizationId, flowId: string, wanted: WantedTargetChange, statement: string) =>
    flows.changeTarget(organizationId, flowId, wanted, statement),
  ),
  /** The next run reads the stream from the beginning. */
  resetStream: ask(({ flows }, organizationId, flowId: string, entity: string) =>
    flows.resetStream(organizationId, flowId, entity),
  ),
}

export type FlowCalls = CallsOf<typeof FLOW_CALLS>
