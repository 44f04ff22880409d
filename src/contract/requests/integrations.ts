import { z } from 'zod/mini'

import { INTEGRATION_TYPE_NAMES } from '../../core/catalog/connections/integration-types.ts'
import { settings } from '../primitives.ts'
import type { RouteRequest } from '../route.ts'
import { displayName, id, serverOwned } from './primitives.ts'

const type = z.enum(INTEGRATION_TYPE_NAMES)

const createIntegrationRequest = z.strictObject({
  id: z.optional(z.string()),
  name: displayName,
  type,
  mergedIntegration: z.optional(z.boolean()),
  credentials: settings,
})

const updateIntegrationRequest = z.strictObject({
  id: z.optional(id),
  name: z.optional(displayName),
  type: z.optional(type),
  mergedIntegration: z.optional(z.boolean()),
  reconnect_needed: z.optional(z.boolean()),
  version: z.optional(z.number()),
  credentials: z.optional(settings),
  ...serverOwned,
})

export const INTEGRATION_REQUESTS = {
  listIntegrations: { summary: 'The organization’s integrations, without their credentials' },
  createIntegration: { summary: 'Keeps credentials for an outside system', request: createIntegrationRequest },
  updateIntegration: {
    versioned: true,
    summary: 'Changes an integration; a masked or absent secret keeps the stored one',
    request: updateIntegrationRequest,
  },
  deleteIntegration: { summary: 'Deletes an integration that no connection uses' },
  getIntegrationDetails: { summary: 'An integration with its credentials, secrets masked' },
  startGoogleAuth: {
    summary: 'Starts Google’s consent, for a new integration or again for an existing one',
    query: z.strictObject({ name: z.optional(displayName), integration_id: z.optional(id) }),
  },
  finishGoogleAuth: {
    summary: 'Where Google sends the browser back to',
    limit: { calls: 30, seconds: 60 },
  },
} satisfies Record<string, RouteRequest>
