import { ALERT_CALLS } from '../alerts/alert-calls.ts'
import { AUDIT_CALLS } from '../audit/audit-calls.ts'
import { makeDeleteAccount } from '../auth/delete-account.ts'
import { IDENTITY_CALLS } from '../auth/identity-calls.ts'
import { makeReloadUser } from '../auth/reload-user.ts'
import type { SessionState } from '../auth/session.ts'
import { makeSignIn } from '../auth/sign-in.ts'
import { makeSignInWithGoogle } from '../auth/sign-in-with-google.ts'
import { makeSignOut } from '../auth/sign-out.ts'
import { makeSignUp } from '../auth/sign-up.ts'
import { makeStartSession } from '../auth/start-session.ts'
import { makeWaitForSession } from '../auth/wait-for-session.ts'
import { makeWatchSession } from '../auth/watch-session.ts'
import { BATCH_CALLS } from '../batches/batch-calls.ts'
import { BILLING_CALLS } from '../billing/billing-calls.ts'
import { BUDGET_CALLS } from '../budgets/budget-calls.ts'
import { BULK_CALLS } from '../bulk/bulk-calls.ts'
import { makeForgetBulk, makeLoadUnfinishedBulk, makeNoteBulk } from '../bulk/note-bulk.ts'
import { CODE_CALLS } from '../code/code-calls.ts'
import type { CompareFiles, CompareFilesDeps } from '../code/compare-files.ts'
import { CONNECTION_CALLS } from '../connections/connection-calls.ts'
import { DASHBOARD_CALLS } from '../dashboard/dashboard-calls.ts'
import { makeDeleteFlow } from '../flows/delete-flow.ts'
import { makeLoadEditHistory, makeSaveEditHistory } from '../flows/drafts/keep-edit-history.ts'
import { makeLoadFlowDraft } from '../flows/drafts/load-flow-draft.ts'
import { makeSaveFlowDraft } from '../flows/drafts/save-flow-draft.ts'
import { FLOW_CALLS } from '../flows/flow-calls.ts'
import { makeLoadPositions } from '../flows/positions/load-positions.ts'
import { makeSavePositions } from '../flows/positions/save-positions.ts'
import { makeRemoveTransformation } from '../flows/remove-transformation.ts'
import { makeRunFlow } from '../flows/run-flow.ts'
import { INTEGRATION_CALLS } from '../integrations/integration-calls.ts'
import { makeAcceptInvite } from '../invitations/accept-invite.ts'
import { INVITATION_CALLS } from '../invitations/invitation-calls.ts'
import { MEMBER_CALLS } from '../members/member-calls.ts'
import { MIRROR_CALLS } from '../mirrors/mirror-calls.ts'
import { makeAnnounce } from '../notices/announce.ts'
import type { Observable } from '../observable.ts'
import { ORGANIZATION_CALLS } from '../organizations/organization-calls.ts'
import type { OrganizationState } from '../organizations/organization-store.ts'
import { makeSetActiveOrganization } from '../organizations/set-active-organization.ts'
import { makeLoadPreferences } from '../preferences/load-preferences.ts'
import { makeSavePreferences } from '../preferences/save-preferences.ts'
import { PROFILE_CALLS } from '../profile/profile-calls.ts'
import { REJECT_CALLS } from '../rejects/reject-calls.ts'
import { makeWatchOrganization } from '../runs/live/watch-organization.ts'
import { makeWatchRun } from '../runs/live/watch-run.ts'
import { RUN_CALLS } from '../runs/run-calls.ts'
import { RUN_LIMITS_CALLS } from '../runs/run-limits-calls.ts'
import { SAMPLE_DATA_CALLS } from '../sample-data/sample-data-calls.ts'
import { SERVICE_MEMBER_CALLS } from '../service-members/service-member-calls.ts'
import { TRASH_CALLS } from '../trash/trash-calls.ts'
import { VIEW_CALLS } from '../views/view-calls.ts'
import { announced, announcedAll, type Made, made, type Recipe } from './recipe.ts'

/** Few people compare files, and the longest page has no room for it. */
const makeCompareFilesOnUse =
  (deps: CompareFilesDeps): CompareFiles =>
  async (...input) =>
    (await import('../code/compare-files.ts')).makeCompareFiles(deps)(...input)

/** State that ends with a session. */
const SESSION = ['session', 'organization', 'chosenOrganization', 'resources'] as const

const UNFINISHED_BULKS = ['session', 'organization', 'unfinishedBulks'] as const

/** Every use case of the client, once, for any environment. */
export const SERVICES = {
  ...announcedAll(ALERT_CALLS, ['organization', 'alerts']),
  ...announcedAll(AUDIT_CALLS, ['organization', 'audit']),
  ...announcedAll(IDENTITY_CALLS, ['identity']),
  ...announcedAll(BATCH_CALLS, ['organization', 'batches']),
  ...announcedAll(VIEW_CALLS, ['organization', 'views']),
  ...announcedAll(BILLING_CALLS, ['organization', 'billing', 'site']),
  ...announcedAll(BULK_CALLS, ['organization', 'bulk', 'positions', 'saveFlowDraft']),
  ...announcedAll(CODE_CALLS, ['organization', 'code']),
  ...announcedAll(CONNECTION_CALLS, ['organization', 'connections', 'integrations']),
  ...announcedAll(DASHBOARD_CALLS, ['organization', 'dashboards']),
  ...announcedAll(FLOW_CALLS, ['organization', 'flows']),
  ...announcedAll(INTEGRATION_CALLS, ['organization', 'integrations']),
  ...announcedAll(INVITATION_CALLS, ['organization', 'invitations']),
  ...announcedAll(MIRROR_CALLS, ['organization', 'mirrors']),
  ...announcedAll(MEMBER_CALLS, ['organization', 'members']),
  ...announcedAll(ORGANIZATION_CALLS, ['organization', 'organizations', 'session', 'chosenOrganization', 'notifier']),
  ...announcedAll(PROFILE_CALLS, ['profiles', 'session', 'preferences']),
  ...announcedAll(RUN_CALLS, ['organization', 'runs']),
  ...announcedAll(SAMPLE_DATA_CALLS, ['organization', 'sampleData']),
  ...announcedAll(BUDGET_CALLS, ['organization', 'budgets']),
  ...announcedAll(RUN_LIMITS_CALLS, ['organization', 'runLimits']),
  ...announcedAll(REJECT_CALLS, ['organization', 'rejects']),
  ...announcedAll(SERVICE_MEMBER_CALLS, ['organization', 'serviceMembers']),
  ...announcedAll(TRASH_CALLS, ['organization', 'trash']),

  sessionState: made(({ session }: { readonly session: Observable<SessionState> }) => session, ['session']),
  missingCallsState: made(
    ({ missingCalls }: { readonly missingCalls: Observable<ReadonlySet<string>> }) => missingCalls,
    ['missingCalls'],
  ),
  organizationState: made(
    ({ organization }: { readonly organization: Observable<OrganizationState> }) => organization,
    ['organization'],
  ),

  watchSession: made(makeWatchSession, ['identity', 'startSession', ...SESSION]),
  waitForSession: made(makeWaitForSession, ['session']),
  startSession: made(makeStartSession, [
    ...SESSION,
    'announce',
    'identity',
    'clock',
    'log',
    'notifier',
    'profiles',
    'syncProfile',
    'listOrganizations',
    'listIntegrations',
    'listConnections',
    'listFlows',
    'signOut',
  ]),
  signUp: announced(makeSignUp, ['identity', 'startSession']),
  signIn: announced(makeSignIn, ['identity', 'startSession']),
  signInWithGoogle: announced(makeSignInWithGoogle, ['identity', 'startSession']),
  reloadUser: announced(makeReloadUser, ['identity', 'session', 'profiles', 'fetchProfile']),
  signOut: announced(makeSignOut, ['identity', ...SESSION]),
  deleteAccount: announced(makeDeleteAccount, ['identity', 'profiles', ...SESSION]),

  setActiveOrganization: made(makeSetActiveOrganization, ['organization', 'session', 'chosenOrganization']),
  acceptInvite: announced(makeAcceptInvite, ['invitations', 'listOrganizations']),
  loadPreferences: made(makeLoadPreferences, ['preferences']),
  savePreferences: made(makeSavePreferences, ['preferences']),

  compareFiles: announced(makeCompareFilesOnUse, ['organization', 'code', 'runs', 'clock']),
  deleteFlow: announced(makeDeleteFlow, ['organization', 'flows', 'positions', 'saveFlowDraft']),
  removeTransformation: made(makeRemoveTransformation, ['updateFlow']),
  runFlow: announced(makeRunFlow, ['organization', 'flows', 'listFlows', 'resources', 'uniqueKeys']),
  loadPositions: made(makeLoadPositions, ['positions']),
  savePositions: made(makeSavePositions, ['positions']),
  loadFlowDraft: made(makeLoadFlowDraft, ['session', 'drafts']),
  saveFlowDraft: made(makeSaveFlowDraft, ['session', 'drafts']),
  loadEditHistory: made(makeLoadEditHistory, ['session', 'editHistories']),
  loadUnfinishedBulk: made(makeLoadUnfinishedBulk, UNFINISHED_BULKS),
  noteBulk: made(makeNoteBulk, UNFINISHED_BULKS),
  forgetBulk: made(makeForgetBulk, UNFINISHED_BULKS),
  saveEditHistory: made(makeSaveEditHistory, ['session', 'editHistories']),

  watchRun: made(makeWatchRun, ['organization', 'runEvents']),
  watchOrganization: made(makeWatchOrganization, ['organization', 'runEvents']),
} satisfies Readonly<Record<string, Recipe>>

/** All recipes: those of the services, and of what only they use. */
export const RECIPES = { announce: made(makeAnnounce, ['notifier', 'log', 'missingCalls']), ...SERVICES }

/** What the client can do. React never uses a port. */
export type Services = { readonly [Name in keyof typeof SERVICES]: Made<(typeof SERVICES)[Name]> }
