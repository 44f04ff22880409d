import { BILLING_ROUTES } from '../../contract/billing.ts'
import { CONNECTION_ROUTES } from '../../contract/connections.ts'
import { DASHBOARD_ROUTES } from '../../contract/dashboard.ts'
import { FLOW_ROUTES } from '../../contract/flows.ts'
import { INTEGRATION_ROUTES } from '../../contract/integrations.ts'
import { INVITATION_ROUTES } from '../../contract/invitations.ts'
import { MEMBER_ROUTES } from '../../contract/members.ts'
import { ORGANIZATION_ROUTES } from '../../contract/organizations.ts'
import type { Route } from '../../contract/route.ts'
import { RUN_ROUTES } from '../../contract/runs.ts'
import { USER_ROUTES } from '../../contract/users.ts'

/** Calls that every server has. Any other one is beyond the specification, and a server may not have it. */
const ALWAYS_OFFERED = new Set<Route>([
  USER_ROUTES.getProfile,
  USER_ROUTES.updateProfile,
  USER_ROUTES.syncProfile,
  USER_ROUTES.exportPersonalData,
  ORGANIZATION_ROUTES.listOrganizations,
  ORGANIZATION_ROUTES.createOrganization,
  ORGANIZATION_ROUTES.updateOrganization,
  ORGANIZATION_ROUTES.resumeSchedules,
  ORGANIZATION_ROUTES.deleteOrganization,
  MEMBER_ROUTES.listMembers,
  MEMBER_ROUTES.updateMember,
  MEMBER_ROUTES.removeMember,
  INVITATION_ROUTES.createInvitation,
  INVITATION_ROUTES.acceptInvitation,
  DASHBOARD_ROUTES.getDashboard,
  BILLING_ROUTES.getBillingStatus,
  BILLING_ROUTES.createCheckoutSession,
  BILLING_ROUTES.createCustomerPortalSession,
  INTEGRATION_ROUTES.listIntegrations,
  INTEGRATION_ROUTES.createIntegration,
  INTEGRATION_ROUTES.updateIntegration,
  INTEGRATION_ROUTES.deleteIntegration,
  INTEGRATION_ROUTES.getIntegrationDetails,
  INTEGRATION_ROUTES.startGoogleAuth,
  CONNECTION_ROUTES.listConnections,
  CONNECTION_ROUTES.createConnection,
  CONNECTION_ROUTES.updateConnection,
  CONNECTION_ROUTES.deleteConnection,
  CONNECTION_ROUTES.testUnsavedConnection,
  CONNECTION_ROUTES.testConnection,
  CONNECTION_ROUTES.discoverConnection,
  FLOW_ROUTES.listFlows,
  FLOW_ROUTES.getFlow,
  FLOW_ROUTES.createFlow,
  FLOW_ROUTES.updateFlow,
  FLOW_ROUTES.deleteFlow,
  FLOW_ROUTES.runFlow,
])

/** Calls whose 404 is never about the object that they name. */
const ABOUT_NO_OBJECT = new Set<Route>([RUN_ROUTES.listFlowRuns, RUN_ROUTES.watchRun])

/** Calls about an object that their path does not name by an id of its own. */
const ABOUT_AN_OBJECT = new Set<Route>([INVITATION_ROUTES.previewInvitation, ORGANIZATION_ROUTES.restoreOrganization])

/** Whether a 404 with a code means that the object no longer exists: a call with an id besides that of the organization. */
const isAboutObject = (route: Route): boolean =>
  ABOUT_AN_OBJECT.has(route) || (/:(?!orgId)/.test(route.path) && !ABOUT_NO_OBJECT.has(route))

/** Whether an answer means that the server does not have the call. */
export function isNotOffered(route: Route, status: 404 | 501, code: string | undefined): boolean {
  if (ALWAYS_OFFERED.has(route)) return false
  return status === 501 || code === undefined || !isAboutObject(route)
}
