import type { RouteName } from './routes.ts'

/**
 * What a model may call: whatever reads flows, runs and connections, what tries a flow without writing, a run that a person has approved, and
 * proposals for people. Values of rows are only in the answers of the calls `show…Rows`, which an organization has to allow. A new call is closed to
 * models until it stands here.
 */
export const FOR_MODELS: readonly RouteName[] = [
  'getDashboard',
  'listFlows',
  'getFlow',
  'getDraft',
  'listFlowVersions',
  'getFlowVersion',
  'listStreams',
  'listKnownTables',
  'getFlowEstimate',
  'listRuns',
  'listFlowRuns',
  'getRun',
  'getRunLog',
  'getRunReceipt',
  'getRunChanges',
  'getRunStructure',
  'listConnections',
  'listIntegrations',
  'discoverConnection',
  'testConnection',
  'planStream',
  'planTargets',
  'planStructure',
  'estimateFlow',
  'countBackfill',
  'listMirrors',
  'listMirrorWindows',
  'getBudgets',
  'dryRunFlow',
  'proposeFlow',
  'verifyFlow',
  'runApproved',
  'showFlowRows',
  'showChangedRows',
  'showRejectedRows',
  'showCheckRows',
]
