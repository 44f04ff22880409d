import { z } from 'zod/mini'

import type { Route } from '../../contract/route.ts'
import { ROUTES } from '../../contract/routes.ts'
import { sentence } from '../../contract/sentence.ts'
import type { Failure } from '../../core/failure.ts'
import { withoutAbsent } from './without-absent.ts'

/** Calls that every server has. Any other one is beyond the specification, and a server may not have it. */
const ALWAYS_OFFERED = new Set<Route>([
  ROUTES.getProfile,
  ROUTES.updateProfile,
  ROUTES.syncProfile,
  ROUTES.exportPersonalData,
  ROUTES.listOrganizations,
  ROUTES.createOrganization,
  ROUTES.updateOrganization,
  ROUTES.resumeSchedules,
  ROUTES.deleteOrganization,
  ROUTES.listMembers,
  ROUTES.updateMember,
  ROUTES.removeMember,
  ROUTES.createInvitation,
  ROUTES.acceptInvitation,
  ROUTES.getDashboard,
  ROUTES.getBillingStatus,
  ROUTES.createCheckoutSession,
  ROUTES.createCustomerPortalSession,
  ROUTES.listIntegrations,
  ROUTES.createIntegration,
  ROUTES.updateIntegration,
  ROUTES.deleteIntegration,
  ROUTES.getIntegrationDetails,
  ROUTES.startGoogleAuth,
  ROUTES.listConnections,
  ROUTES.createConnection,
  ROUTES.updateConnection,
  ROUTES.deleteConnection,
  ROUTES.testUnsavedConnection,
  ROUTES.testConnection,
  ROUTES.discoverConnection,
  ROUTES.listFlows,
  ROUTES.getFlow,
  ROUTES.createFlow,
  ROUTES.updateFlow,
  ROUTES.deleteFlow,
  ROUTES.runFlow,
])

/** Calls whose 404 is never about the object that they name. */
const ABOUT_NO_OBJECT = new Set<Route>([ROUTES.listFlowRuns, ROUTES.watchRun])

/** Calls about an object that their path does not name by an id of its own. */
const ABOUT_AN_OBJECT = new Set<Route>([ROUTES.previewInvitation, ROUTES.restoreOrganization])

/** Whether a 404 with a code means that the object no longer exists: a call with an id besides that of the organization. */
const isAboutObject = (route: Route): boolean =>
  ABOUT_AN_OBJECT.has(route) || (/:(?!orgId)/.test(route.path) && !ABOUT_NO_OBJECT.has(route))

/** Every part may be missing, or have an unknown form, because other servers are supported too. */
const explanation = z.looseObject({
  message: z.catch(z.optional(z.string()), undefined),
  sentence,
  code: z.catch(z.optional(z.string()), undefined),
  details: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
})

/** The meaning of an answer that is not the row's success. */
export async function failureOf(route: Route, response: Response): Promise<Failure> {
  const { status, statusText } = response
  const body = explanation.safeParse(await response.json().catch(() => undefined))
  const { message: serverMessage, sentence: serverSentence, code, details } = body.data ?? {}
  if (isNotOffered(route, status, code)) return { kind: 'not-offered' }
  return { kind: 'http', status, statusText, ...withoutAbsent({ serverMessage, serverSentence, code, details }) }
}

function isNotOffered(route: Route, status: number, code: string | undefined): boolean {
  if (ALWAYS_OFFERED.has(route)) return false
  return status === 501 || (status === 404 && (code === undefined || !isAboutObject(route)))
}
