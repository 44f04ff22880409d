import type { AuditFilter } from '../../core/audit/audit-filter.ts'
import type { AbsentTable } from '../../core/connections/refused-table.ts'
import type { EstimateRequest } from '../../core/flows/estimate/flow-estimate.ts'
import type { PreviewRequest } from '../../core/flows/flow-preview.ts'
import type { PlanRequest, StructureRequest, TargetsRequest } from '../../core/flows/streams/stream-plan.ts'
import type { WantedTargetChange } from '../../core/flows/streams/target-change.ts'
import type { AskedReadiness } from '../../core/mirrors/mirror-repository.ts'
import type { RejectedPick } from '../../core/rejects/rejected-cause.ts'
import type { RunLogFilter } from '../../core/runs/run.ts'
import type { RunFilter } from '../../core/runs/run-filter.ts'

/** All keys of the query cache in one place, so that readers and writers use the same ones. */
const of = (organizationId: string, ...rest: readonly string[]) => ['organizations', organizationId, ...rest] as const

export const QUERY_KEYS = {
  organization: (organizationId: string) => of(organizationId),
  integrations: (organizationId: string) => of(organizationId, 'integrations'),
  standIns: (organizationId: string) => of(organizationId, 'stand-ins'),
  integration: (organizationId: string, id: string) => of(organizationId, 'integration', id),
  connections: (organizationId: string) => of(organizationId, 'connections'),
  entities: (organizationId: string, connectionId: string) => of(organizationId, 'entities', connectionId),
  everyRefusal: (organizationId: string, connectionId: string) => of(organizationId, 'refusals', connectionId),
  refusals: (organizationId: string, connectionId: string, tables: readonly AbsentTable[]) =>
    [...of(organizationId, 'refusals', connectionId), tables] as const,
  rows: (organizationId: string, connectionId: string, entity: string) =>
    of(organizationId, 'rows', connectionId, entity),
  flows: (organizationId: string) => of(organizationId, 'flows'),
  everyFlow: (organizationId: string) => of(organizationId, 'flow'),
  presence: (organizationId: string, flowId: string) => of(organizationId, 'presence', flowId),
  flow: (organizationId: string, id: string) => of(organizationId, 'flow', id),
  flowOverview: (organizationId: string, id: string) => of(organizationId, 'flow-overview', id),
  /** A flow with its draft; each edition is another one. */
  editedFlow: (organizationId: string, id: string, edition: number) =>
    [...of(organizationId, 'edited-flow', id), edition] as const,
  flowChanger: (organizationId: string, id: string) => of(organizationId, 'flow-changer', id),
  inboundUrl: (organizationId: string, flowId: string) => of(organizationId, 'inbound-url', flowId),
  flowVersions: (organizationId: string, id: string) => of(organizationId, 'flow-versions', id),
  flowVersion: (organizationId: string, id: string, version: number) =>
    [...of(organizationId, 'flow-version', id), version] as const,
  connectionOverview: (organizationId: string, id: string) => of(organizationId, 'connection-overview', id),
  connectionVersions: (organizationId: string, id: string) => of(organizationId, 'connection-versions', id),
  flowOrganization: (organizationId: string, id: string) => of(organizationId, 'flow-organization', id),
  everyPreview: (organizationId: string) => of(organizationId, 'preview'),
  preview: (organizationId: string, request: PreviewRequest & { readonly columns: readonly string[] | undefined }) =>
    [...of(organizationId, 'preview'), request] as const,
  plan: (organizationId: string, request: PlanRequest) => [...of(organizationId, 'plan'), request] as const,
  targets: (organizationId: string, request: TargetsRequest) => [...of(organizationId, 'targets'), request] as const,
  structure: (organizationId: string, request: StructureRequest) =>
    [...of(organizationId, 'structure'), request] as const,
  streamPositions: (organizationId: string, flowId: string) => of(organizationId, 'stream-positions', flowId),
  targetChange: (organizationId: string, flowId: string, wanted: WantedTargetChange) =>
    of(organizationId, 'target-change', flowId, wanted.entity, wanted.again ? 'again' : 'fit'),
  runChanges: (organizationId: string, runId: string) => of(organizationId, 'run-changes', runId),
  knownTables: (organizationId: string, flowId: string, runId: string) =>
    of(organizationId, 'known-tables', flowId, runId),
  mirrors: (organizationId: string) => of(organizationId, 'mirrors'),
  mirror: (organizationId: string, flowId: string) => of(organizationId, 'mirror', flowId),
  mirrorDifference: (organizationId: string, flowId: string, entity: string) =>
    of(organizationId, 'mirror-difference', flowId, entity),
  mirrorWindows: (organizationId: string, flowId: string) => of(organizationId, 'mirror-windows', flowId),
  mirrorReadiness: (organizationId: string, flowId: string, asked: AskedReadiness) =>
    [...of(organizationId, 'mirror-readiness', flowId), asked] as const,
  flowRuns: (organizationId: string, flowId: string) => of(organizationId, 'flow-runs', flowId),
  runLists: (organizationId: string) => of(organizationId, 'runs'),
  runList: (organizationId: string, filter: RunFilter) => [...of(organizationId, 'runs'), filter] as const,
  everyRun: (organizationId: string) => of(organizationId, 'run'),
  run: (organizationId: string, id: string) => of(organizationId, 'run', id),
  flowOfRun: (organizationId: string, runId: string) => of(organizationId, 'flow-of-run', runId),
  runLimits: (organizationId: string) => of(organizationId, 'run-limits'),
  budgets: (organizationId: string) => of(organizationId, 'budgets'),
  flowBudgets: (organizationId: string, flowId: string) => of(organizationId, 'budgets', flowId),
  /** Another run may have changed what is known. */
  estimate: (organizationId: string, request: EstimateRequest, lastRun: string) =>
    [...of(organizationId, 'estimate'), request, lastRun] as const,
  savedEstimate: (organizationId: string, flowId: string) => of(organizationId, 'saved-estimate', flowId),
  rejectLimits: (organizationId: string) => of(organizationId, 'reject-limits'),
  /** Everything about rejected rows of a run. */
  rejects: (organizationId: string, runId: string) => of(organizationId, 'rejects', runId),
  rejectedRows: (organizationId: string, runId: string, pick: RejectedPick) =>
    [...of(organizationId, 'rejects', runId), 'rows', pick] as const,
  rejectedCauses: (organizationId: string, runId: string, entity: string) =>
    [...of(organizationId, 'rejects', runId), 'causes', entity] as const,
  checkRows: (organizationId: string, runId: string, entity: string, checkId: string) =>
    of(organizationId, 'check-rows', runId, entity, checkId),
  rowChanges: (organizationId: string, runId: string, entity: string) =>
    of(organizationId, 'row-changes', runId, entity),
  previousRun: (organizationId: string, runId: string) => of(organizationId, 'previous-run', runId),
  lastGoodRun: (organizationId: string, runId: string) => of(organizationId, 'last-good-run', runId),
  runOrganization: (organizationId: string, id: string) => of(organizationId, 'run-organization', id),
  runEstimate: (organizationId: string, runId: string) => of(organizationId, 'run-estimate', runId),
  runStructure: (organizationId: string, runId: string, status: string) =>
    of(organizationId, 'run-structure', runId, status),
  runReceipt: (organizationId: string, runId: string) => of(organizationId, 'run-receipt', runId),
  runLogs: (organizationId: string, runId: string) => of(organizationId, 'run-log', runId),
  /** A search finds the words of a language. */
  runLog: (organizationId: string, runId: string, filter: RunLogFilter, language: string) =>
    [...of(organizationId, 'run-log', runId), filter, language] as const,
  foundTables: (organizationId: string, words: string) => of(organizationId, 'found-tables', words),
  members: (organizationId: string) => of(organizationId, 'members'),
  ownerships: ['ownerships'] as const,
  invitation: (token: string) => ['invitation', token] as const,
  invitations: (organizationId: string) => of(organizationId, 'invitations'),
  lastChanges: (organizationId: string) => of(organizationId, 'last-changes'),
  audit: (organizationId: string, filter: AuditFilter) => [...of(organizationId, 'audit'), filter] as const,
  alertChannels: (organizationId: string) => of(organizationId, 'alert-channels'),
  alertDeliveries: (organizationId: string) => of(organizationId, 'alert-deliveries'),
  flowProposals: (organizationId: string) => of(organizationId, 'flow-proposals'),
  assistantSettings: (organizationId: string) => of(organizationId, 'assistant-settings'),
  serviceMembers: (organizationId: string) => of(organizationId, 'service-members'),
  unfinishedBulk: (organizationId: string, action: string) => of(organizationId, 'unfinished-bulk', action),
  batches: (organizationId: string) => of(organizationId, 'batches'),
  batchFlows: (organizationId: string, batchId: string) => of(organizationId, 'batch-flows', batchId),
  views: (organizationId: string) => of(organizationId, 'views'),
  trash: (organizationId: string) => of(organizationId, 'trash'),
  deletedOrganizations: ['deleted-organizations'] as const,
  billing: (organizationId: string) => of(organizationId, 'billing'),
  plans: (organizationId: string) => of(organizationId, 'plans'),
  dashboards: (organizationId: string) => of(organizationId, 'dashboard'),
  dashboard: (organizationId: string, period: string) => of(organizationId, 'dashboard', period),
}
