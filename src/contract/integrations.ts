import { z } from 'zod/mini'

import { INTEGRATION_TYPE_NAMES } from '../core/catalog/integration-types.ts'
import { displayName, id, instant, serverOwned, settings } from './primitives.ts'
import { route } from './route.ts'

const type = z.enum(INTEGRATION_TYPE_NAMES)

export const integrationResponse = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  mergedIntegration: z.optional(z.boolean()),
  /** The outside system has withdrawn its consent: somebody has to give it again. */
  reconnect_needed: z.optional(z.boolean()),
  created_at: z.optional(instant),
  updated_at: z.optional(instant),
})

export const integrationDetailsResponse = z.extend(integrationResponse, { credentials: z.optional(settings) })

export const createIntegrationRequest = z.strictObject({
  id: z.optional(z.string()),
  name: displayName,
  type,
  mergedIntegration: z.optional(z.boolean()),
  credentials: settings,
})

export const updateIntegrationRequest = z.strictObject({
  id: z.optional(id),
  name: z.optional(displayName),
  type: z.optional(type),
  mergedIntegration: z.optional(z.boolean()),
  reconnect_needed: z.optional(z.boolean()),
  credentials: z.optional(settings),
  ...serverOwned,
})

export type IntegrationResponse = z.output<typeof integrationResponse>

export const INTEGRATION_ROUTES = {
  listIntegrations: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/integrations',
    summary: 'The organization’s integrations, without their credentials',
    access: 'integration.read',
    request: null,
    response: z.array(integrationResponse),
    status: 200,
  }),
  createIntegration: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/integrations',
    summary: 'Keeps credentials for an outside system',
    access: 'integration.write',
    request: createIntegrationRequest,
    response: integrationResponse,
    status: 201,
  }),
  updateIntegration: route({
    method: 'PATCH',
    path: '/v1/organizations/:orgId/integrations/:integrationId',
    summary: 'Changes an integration; a masked or absent secret keeps the stored one',
    access: 'integration.write',
    request: updateIntegrationRequest,
    response: integrationResponse,
    status: 200,
  }),
  deleteIntegration: route({
    method: 'DELETE',
    path: '/v1/organizations/:orgId/integrations/:integrationId',
    summary: 'Deletes an integration that no connection uses',
    access: 'integration.write',
    request: null,
    response: null,
    status: 204,
  }),
  getIntegrationDetails: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/integrations/:integrationId/details',
    summary: 'An integration with its credentials, secrets masked',
    access: 'integration.details',
    request: null,
    response: integrationDetailsResponse,
    status: 200,
  }),
  startGoogleAuth: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/integrations/google/auth/start',
    summary: 'Begins Google’s consent, for a new integration or again for one that there is',
    access: 'integration.write',
    query: z.strictObject({ name: z.optional(displayName), integration_id: z.optional(id) }),
    request: null,
    /** The specification does not name the field: ours is `auth_url`, elsewhere it may be `url`. */
    response: z.looseObject({
      auth_url: z.optional(z.string()),
      url: z.optional(z.string()),
      state: z.optional(z.string()),
    }),
    status: 200,
  }),
  finishGoogleAuth: route({
    method: 'GET',
    path: '/v1/integrations/google/auth/callback',
    summary: 'Where Google sends the browser back to',
    access: 'public',
    limit: { calls: 30, seconds: 60 },
    request: null,
    response: null,
    status: 302,
  }),
}
