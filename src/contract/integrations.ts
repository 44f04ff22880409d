import { z } from 'zod/mini'

import { instant, settings } from './primitives.ts'
import type { INTEGRATION_REQUESTS } from './requests/integrations.ts'
import { call, inOrganization, routes } from './route.ts'

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
  listIntegrations: inOrganization('GET', '/integrations', 'integration.read', 200, z.array(integrationResponse)),
  createIntegration: inOrganization('POST', '/integrations', 'integration.write', 201, integrationResponse),
  updateIntegration: inOrganization(
    'PATCH',
    '/integrations/:integrationId',
    'integration.write',
    200,
    integrationResponse,
  ),
  deleteIntegration: inOrganization('DELETE', '/integrations/:integrationId', 'integration.write', 204, null),
  getIntegrationDetails: inOrganization(
    'GET',
    '/integrations/:integrationId/details',
    'integration.details',
    200,
    integrationDetailsResponse,
  ),
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
  finishGoogleAuth: call('GET', '/v1/integrations/google/auth/callback', 'public', 302, null),
})
