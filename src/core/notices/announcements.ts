import { defined } from '../catalog/defined.ts'
import type { NoticeCode } from './notice.ts'

/**
 * How a failure is shown: a fixed sentence; the HTTP status as a number or as text; the message of the server or the identity
 * provider; or not at all, because the page shows it as its state.
 */
export type FailureText =
  | NoticeCode
  | 'status-code'
  | 'status-text'
  | 'server-message'
  | 'identity'
  | 'provider-message'
  | 'silent'

export interface Announcement {
  /** The message for a success, if any. */
  readonly success?: NoticeCode
  readonly failure: FailureText
  /** Whether the caller also gets the failure after it was shown. */
  readonly rethrow: boolean
  /** The message in place of `success` if the link is in the log of the server, because no mail is sent. */
  readonly logged?: NoticeCode
  /** The message in place of `success` if some of many objects failed. */
  readonly partly?: NoticeCode
  /** The message if the server does not have the call; by default none, because pages request much by themselves. */
  readonly notOffered?: NoticeCode
}

/** The rule for every operation that is not in the table (spec §8, "Generic"). */
export const GENERIC: Announcement = { failure: 'status-code', rethrow: true }

const announced = (failure: FailureText, success?: NoticeCode): Announcement =>
  defined({ failure, rethrow: true, success })
const swallowed = (failure: FailureText, success?: NoticeCode): Announcement => ({
  ...announced(failure, success),
  rethrow: false,
})

/** For clicks of the user: the user is told that nothing happens. */
const asked = (announcement: Announcement): Announcement => ({ ...announcement, notOffered: 'call.not-offered' })

/** The page shows the failure as its state. */
const SILENT = announced('silent')
const SWALLOWED = swallowed('silent')

/** A click that a server may refuse with a reason. */
const EXPLAINED = asked(announced('server-message'))

/** For many objects: what became of each is in the answer. */
const forMany = (failure: FailureText, success?: NoticeCode): Announcement => ({
  ...asked(announced(failure, success)),
  partly: 'bulk.partly-failed',
})

/** Section 8 of the spec as a table: the message of each outcome of each operation, and whether it rethrows. */
export const ANNOUNCEMENTS = {
  waitForUser: swallowed('auth.not-authenticated-after-waiting'),
  signUp: announced('provider-message'),
  signIn: announced('identity'),
  signInWithGoogle: announced('auth.google.failed'),
  signOut: announced('identity'),
  sendPasswordReset: {
    ...announced('auth.password-reset.failed', 'auth.password-reset.sent'),
    logged: 'auth.password-reset.logged',
  },

  sendVerification: {
    ...announced('auth.verification.failed', 'auth.verification.sent'),
    logged: 'auth.verification.logged',
  },
  exportPersonalData: EXPLAINED,
  listOwnerships: SILENT,
  deleteAccount: announced('silent', 'account.deleted'),

  fetchProfileAfterSignIn: swallowed('profile.fetch-after-sign-in.failed'),
  keepLanguage: SILENT,
  keepTour: SILENT,
  updateProfile: announced('profile.update.failed', 'profile.updated'),

  listOrganizations: swallowed('status-code'),
  createOrganization: swallowed('status-text'),
  updateOrganization: swallowed('status-text'),
  resumeSchedules: EXPLAINED,
  deleteOrganization: swallowed('status-text'),

  listMembers: announced('status-code'),
  inviteMember: announced('status-code', 'member.invited'),
  updateMemberRoles: announced('status-code', 'member.role.updated'),
  removeMember: announced('status-code', 'member.removed'),
  acceptInvite: announced('server-message'),
  previewInvitation: SILENT,
  listInvitations: SILENT,

  listAlertChannels: SILENT,
  createAlertChannel: SILENT,
  updateAlertChannel: SILENT,
  changeAlertedFlows: SILENT,
  takeOverAlertChannel: EXPLAINED,
  testAlertChannel: SILENT,
  listAlertDeliveries: SILENT,
  getAlertDelivery: SILENT,
  replayAlertDelivery: SILENT,

  listServiceMembers: SILENT,
  createServiceMember: SILENT,
  renewServiceKey: EXPLAINED,
  removeServiceMember: EXPLAINED,
  addFederatedCredential: SILENT,
  removeFederatedCredential: EXPLAINED,
  fetchAssistantSettings: SILENT,
  updateAssistantSettings: EXPLAINED,

  exportCode: EXPLAINED,
  planCode: SILENT,
  applyCode: SILENT,
  compareFiles: SILENT,
  listFlowProposals: SILENT,
  closeFlowProposal: announced('status-code'),
  takeOverFlow: EXPLAINED,

  listTrash: SILENT,
  listFlowVersions: SILENT,
  fetchFlowVersion: SILENT,
  fetchFlowOverview: SILENT,
  searchTables: SILENT,
  listMirrors: SILENT,
  fetchMirror: SILENT,
  listMirrorWindows: SILENT,
  checkMirror: SILENT,
  wantMirror: EXPLAINED,
  compareMirror: EXPLAINED,
  changeCutOver: EXPLAINED,
  listMirrorDifference: SILENT,
  changeMirroredTable: EXPLAINED,
  fetchInboundUrl: SILENT,
  renewInboundUrl: SILENT,
  removeInboundUrl: SILENT,
  listConnectionVersions: SILENT,
  fetchConnectionOverview: SILENT,
  restoreFromTrash: announced('server-message'),
  deletePermanently: announced('server-message'),
  listDeletedOrganizations: SILENT,
  restoreOrganization: announced('server-message'),

  fetchDashboard: announced('status-code'),
  fetchBillingStatus: announced('status-code'),
  startCheckout: announced('status-code'),
  openCustomerPortal: swallowed('status-code'),

  listIntegrations: announced('integration.list.failed'),
  addIntegration: announced('integration.add.failed'),
  updateIntegration: announced('integration.update.failed'),
  removeIntegration: announced('integration.delete.failed'),
  startGoogleAuth: announced('integration.google.failed'),

  listConnections: announced('connection.list.failed'),
  addConnection: announced('connection.add.failed'),
  cloneConnection: announced('connection.add.failed'),
  updateConnection: announced('connection.update.failed'),
  removeConnection: announced('connection.delete.failed'),
  testConnection: announced('connection.test.failed', 'connection.test.succeeded'),
  testUnsavedConnection: announced('connection.test.failed', 'connection.test.succeeded'),
  discoverConnection: announced('connection.discover.failed', 'connection.discover.succeeded'),
  readEntities: SILENT,
  readRows: SILENT,
  findRefusals: SILENT,

  listFlows: SWALLOWED,
  fetchFlow: SWALLOWED,
  findFlowOrganization: SILENT,
  createFlow: SWALLOWED,
  updateFlow: SWALLOWED,
  fetchEditedFlow: SILENT,
  saveFlowEdit: SILENT,
  publishFlow: SILENT,
  discardDraft: SILENT,
  setFlowPublishing: SILENT,
  restoreFlowVersion: SILENT,
  deleteFlow: SWALLOWED,
  runFlow: announced('flow.run.failed', 'flow.run.triggered'),
  startBatch: EXPLAINED,
  listViews: SILENT,
  createView: SILENT,
  updateView: EXPLAINED,
  removeView: EXPLAINED,

  listBatches: SILENT,
  listBatchFlows: SILENT,
  cancelBatch: EXPLAINED,
  closeBatch: EXPLAINED,
  deleteFlows: forMany('status-code'),
  testConnections: forMany('connection.test.failed', 'connection.test.succeeded'),
  removeConnections: forMany('connection.delete.failed'),
  removeIntegrations: forMany('integration.delete.failed'),
  previewFlow: SILENT,
  planStream: SILENT,
  planTargets: SILENT,
  estimateFlow: SILENT,
  fetchFlowEstimate: SILENT,
  planStructure: SILENT,
  fetchRunStructure: SILENT,
  listStreamPositions: SILENT,
  listKnownTables: SILENT,
  listRuns: SILENT,
  listFlowRuns: SILENT,
  fetchRun: SILENT,
  fetchRunLog: SILENT,
  listAuditEvents: SILENT,
  listLastChanges: SILENT,
  listRejectedRows: SILENT,
  listRejectedCauses: SILENT,
  fetchBudgets: SILENT,
  updateBudgets: EXPLAINED,
  forgetAnswers: EXPLAINED,
  fetchRunLimits: SILENT,
  updateRunLimits: EXPLAINED,
  fetchRejectLimits: SILENT,
  updateRejectLimits: EXPLAINED,
  editRejectedRows: EXPLAINED,
  replayRejectedRows: EXPLAINED,
  skipRejectedRows: EXPLAINED,
  retryRun: EXPLAINED,
  approveDryRun: EXPLAINED,
  decideVanished: EXPLAINED,
  countBackfill: SILENT,
  backfillFlow: EXPLAINED,
  cancelRun: asked(GENERIC),
  dryRunFlow: EXPLAINED,
  verifyFlow: EXPLAINED,
  sendDiffering: EXPLAINED,
  createSampleData: asked(GENERIC),
  fetchRunChanges: SILENT,
  listStandIns: SILENT,
  addStandIn: EXPLAINED,
  removeStandIns: EXPLAINED,
  fetchRunEstimate: SILENT,
  fetchRunReceipt: EXPLAINED,
  listRowChanges: SILENT,
  listCheckRows: SILENT,
  findPreviousRun: SILENT,
  findLastGoodRun: SILENT,
  findRunOrganization: SILENT,
  resetStream: EXPLAINED,
  planTargetChange: SILENT,
  changeTarget: EXPLAINED,
} as const satisfies Record<string, Announcement>

export const announcementOf = (operation: string): Announcement =>
  Object.hasOwn(ANNOUNCEMENTS, operation) ? ANNOUNCEMENTS[operation as keyof typeof ANNOUNCEMENTS] : GENERIC
