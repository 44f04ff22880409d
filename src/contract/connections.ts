import { z } from 'zod/mini'

import { CAPABILITIES, CONNECTION_TYPE_NAMES } from '../core/catalog/connection-types.ts'
import { displayName, id, instant, serverOwned, settings } from './primitives.ts'
import { route } from './route.ts'

const type = z.enum(CONNECTION_TYPE_NAMES)
const capability = z.enum(CAPABILITIES)

/** Requests are strict: an unknown key is a client bug. */
export const createConnectionRequest = z.strictObject({
  name: displayName,
  type,
  capability: z._default(capability, 'both'),
  integration_id: id,
  config: z._default(settings, {}),
})

export const updateConnectionRequest = z.strictObject({
  id: z.optional(id),
  name: z.optional(displayName),
  capability: z.optional(capability),
  config: z.optional(settings),
})

/** A connection as typed so far. Merged types bring credentials; masked secrets stand for those of the integration named. */
export const testConnectionRequest = z.strictObject({
  id: z.optional(id),
  name: z.optional(z.string().check(z.maxLength(200))),
  type,
  capability: z._default(capability, 'both'),
  integration_id: z.optional(id),
  config: z._default(settings, {}),
  credentials: z.optional(settings),
  last_test: z.optional(z.unknown()),
  ...serverOwned,
})

/** Responses are loose: the server may grow keys before the client knows them. */
export const connectionResponse = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  capability: z.optional(z.string()),
  integration_id: z.nullish(z.string()),
  config: z.nullish(settings),
  created_at: z.optional(instant),
  updated_at: z.optional(instant),
  last_test: z.nullish(z.looseObject({ ok: z.boolean(), at: instant, stage: z.nullish(z.string()) })),
})

export const testStage = z.looseObject({
  stage: z.string(),
  status: z.string(),
  milliseconds: z.number(),
  detail: z.nullish(z.string()),
  problem: z.nullish(
    z.looseObject({
      code: z.string(),
      message: z.string(),
      hint: z.nullish(z.string()),
      field: z.nullish(z.string()),
      /** A value for the field that would do, once a person has confirmed it. */
      suggestion: z.nullish(z.string()),
    }),
  ),
})

/** A test that fails answers 422 with the same stages under `details`, so that any client sees that it failed. */
export const testConnectionResponse = z.looseObject({ stages: z.optional(z.array(testStage)) })

export const column = z.looseObject({
  name: z.string(),
  type: z.string(),
  nullable: z.optional(z.boolean()),
  key_position: z.nullish(z.number()),
  generated: z.optional(z.boolean()),
})

export const entity = z.looseObject({
  name: z.string(),
  kind: z.optional(z.string()),
  columns: z.optional(z.array(column)),
  estimated_rows: z.nullish(z.number()),
})

/** Rows as they are; values as text, null where there is none. */
export const sampleRows = z.looseObject({
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.nullable(z.string()))),
  has_more: z.optional(z.boolean()),
  /** What a person should know, such as what reading them cost. */
  notes: z.optional(z.array(z.string())),
})

export const discoverConnectionResponse = z.looseObject({
  entities: z.array(entity),
  /** Where the next page begins; null or absent behind the last one. */
  next_cursor: z.nullish(z.string()),
})

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
    summary:
      'What there is to read or write: entities and their columns; all of them, or those that match, page by page',
    access: 'connection.test',
    limit: OUTSIDE,
    query: z.strictObject({
      /** Part of a name of an entity or of one of its columns, in either case. */
      search: z.optional(z.string()),
      cursor: z.optional(z.string()),
      limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000))),
    }),
    request: null,
    response: discoverConnectionResponse,
    status: 200,
  }),
  /** The name is in the body, because names of tables and sheets do not fit into a path. */
  showRows: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/connections/:connectionId/rows',
    summary: 'The first rows of an entity, at most a hundred',
    access: 'connection.test',
    limit: OUTSIDE,
    request: z.strictObject({ entity: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
    response: sampleRows,
    status: 200,
  }),
}
