import { z } from 'zod'

import { CAPABILITIES, CONNECTION_TYPE_NAMES } from '../core/catalog/connection-types.ts'
import { displayName, id, instant, serverOwned, settings } from './primitives.ts'
import { route } from './route.ts'

const type = z.enum(CONNECTION_TYPE_NAMES)
const capability = z.enum(CAPABILITIES)

/** Requests are strict: an unknown key is a client bug. */
export const createConnectionRequest = z.strictObject({
  name: displayName,
  type,
  capability: capability.default('both'),
  integration_id: id,
  config: settings.default({}),
})

export const updateConnectionRequest = z.strictObject({
  id: id.optional(),
  name: displayName.optional(),
  capability: capability.optional(),
  config: settings.optional(),
})

/** A connection as typed so far. Merged types bring credentials; masked secrets stand for those of the integration named. */
export const testConnectionRequest = z.strictObject({
  id: id.optional(),
  name: z.string().max(200).optional(),
  type,
  capability: capability.default('both'),
  integration_id: id.optional(),
  config: settings.default({}),
  credentials: settings.optional(),
  last_test: z.unknown().optional(),
  ...serverOwned,
})

/** Responses are loose: the server may grow keys before the client knows them. */
export const connectionResponse = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  capability: z.string().optional(),
  integration_id: z.string().nullish(),
  config: settings.nullish(),
  created_at: instant.optional(),
  updated_at: instant.optional(),
  last_test: z.looseObject({ ok: z.boolean(), at: instant, stage: z.string().nullish() }).nullish(),
})

export const testStage = z.looseObject({
  stage: z.string(),
  status: z.string(),
  milliseconds: z.number(),
  detail: z.string().nullish(),
  problem: z
    .looseObject({ code: z.string(), message: z.string(), hint: z.string().nullish(), field: z.string().nullish() })
    .nullish(),
})

/** A test that fails answers 422 with the same stages under `details`, so that any client sees that it failed. */
export const testConnectionResponse = z.looseObject({ stages: z.array(testStage).optional() })

export const column = z.looseObject({
  name: z.string(),
  type: z.string(),
  nullable: z.boolean().optional(),
  key_position: z.number().nullish(),
  generated: z.boolean().optional(),
})

export const entity = z.looseObject({
  name: z.string(),
  kind: z.string().optional(),
  columns: z.array(column).optional(),
  estimated_rows: z.number().nullish(),
})

export const discoverConnectionResponse = z.looseObject({ entities: z.array(entity) })

export type ConnectionResponse = z.output<typeof connectionResponse>
export type TestStageResponse = z.output<typeof testStage>
export type EntityResponse = z.output<typeof entity>

/** A test or discovery knocks at an outside system. */
const OUTSIDE = { calls: 30, seconds: 60 }

export const CONNECTION_ROUTES = {
  listConnections: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/connections',
    summary: 'The organization’s connections',
    access: 'connection.read',
    request: null,
    response: z.array(connectionResponse),
    status: 200,
  }),
  createConnection: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/connections',
    summary: 'Adds a source or destination over an integration',
    access: 'connection.write',
    request: createConnectionRequest,
    response: connectionResponse,
    status: 201,
  }),
  updateConnection: route({
    method: 'PATCH',
    path: '/v1/organizations/:orgId/connections/:connectionId',
    summary: 'Changes a connection’s name, capability or settings',
    access: 'connection.write',
    request: updateConnectionRequest,
    response: connectionResponse,
    status: 200,
  }),
  deleteConnection: route({
    method: 'DELETE',
    path: '/v1/organizations/:orgId/connections/:connectionId',
    summary: 'Deletes a connection that no flow uses',
    access: 'connection.write',
    request: null,
    response: null,
    status: 204,
  }),
  testUnsavedConnection: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/connections/test',
    summary: 'Tests a connection before it is saved, stage by stage',
    access: 'connection.test',
    limit: OUTSIDE,
    request: testConnectionRequest,
    response: testConnectionResponse,
    status: 200,
  }),
  testConnection: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/connections/:connectionId/test',
    summary: 'Tests a saved connection, stage by stage',
    access: 'connection.test',
    limit: OUTSIDE,
    request: null,
    response: testConnectionResponse,
    status: 200,
  }),
  discoverConnection: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/connections/:connectionId/discover',
    summary: 'What there is to read or write: entities and their columns',
    access: 'connection.test',
    limit: OUTSIDE,
    request: null,
    response: discoverConnectionResponse,
    status: 200,
  }),
}
