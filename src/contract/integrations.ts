import { z } from 'zod/mini'

import { instant, settings } from './primitives.ts'
import type { INTEGRATION_REQUESTS } from './requests/integrations.ts'
import { routes } from './route.ts'

export const integrationResponse = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  mergedIntegration: z.optional(z.boolean()),
  /** The outside system has withdrawn its consent: a person must give it again. */
  reconnect_needed: z.optional(z.boolean()),
  /** A stand-in on the machine of the server plays the system. */
  is_stand_in: z.optional(z.boolean()),
  version: z.optional(z.number()),
  created_at: z.optional(instant),
  updated_at: z.optional(instant),
})

export const integrationDetailsResponse = z.extend(integrationResponse, { credentials: z.optional(settings) })

export type IntegrationResponse = z.output<typeof integrationResponse>

export const INTEGRATION_ROUTES = routes<typeof INTEGRATION_REQUESTS>()({
  listIntegrations: {
    method: 'GET',
    path: '/v1/organizations/:orgId/integrations',
    access: 'integration.read',
    response: z.array(integrationResponse),
    status: 200,
  },
  createIntegration: {
    method: 'POST',
    path: '/v1/organizations/:orgId/integrations',
    access: 'integration.write',
    response: integrationResponse,
    status: 201,
  },
  updateIntegration: {
    method: 'PATCH',
    path: '/v1/organizations/:orgId/integrations/:integrationId',
    access: 'integration.write',
    response: integrationResponse,
    status: 200,
  },
  deleteIntegration: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/integrations/:integrationId',
    access: 'integration.write',
    response: null,
    status: 204,
  },
  getIntegrationDetails: {
    method: 'GET',
    path: '/v1/organizations/:orgId/integrations/:integrationId/details',
    access: 'integration.details',
    response: integrationDetailsResponse,
    status: 200,
  },
  startGoogleAuth: {
    method: 'GET',
    path: '/v1/organizations/:orgId/integrations/google/auth/start',
    access: 'integration.write',
    /** The specification does not name the field: ours is `auth_url`, another host may use `url`. */
    response: z.looseObject({
      auth_url: z.optional(z.string()),
      url: z.optional(z.string()),
      state: z.optional(z.string()),
    }),
    status: 200,
  },
  finishGoogleAuth: {
    method: 'GET',
    path: '/v1/integrations/google/auth/callback',
    access: 'public',
    response: null,
    status: 302,
  },
})
