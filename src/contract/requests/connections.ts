import { z } from 'zod/mini'

import { CAPABILITIES, CONNECTION_TYPE_NAMES } from '../../core/catalog/connections/connection-types.ts'
import { settings } from '../primitives.ts'
import type { RouteRequest } from '../route.ts'
import { displayName, id, serverOwned } from './primitives.ts'

const type = z.enum(CONNECTION_TYPE_NAMES)
const capability = z.enum(CAPABILITIES)

/** Requests are strict: an unknown key is a client bug. */
const createConnectionRequest = z.strictObject({
  name: displayName,
  type,
  capability: z._default(capability, 'both'),
  integration_id: id,
  config: z._default(settings, {}),
})

const cloneConnectionRequest = z.strictObject({
  name: displayName,
  capability: z._default(capability, 'both'),
  config: z._default(settings, {}),
  /** For merged types; absent and masked secrets stay those of the original, if they are sent to the same place. */
  credentials: z.optional(settings),
})

const updateConnectionRequest = z.strictObject({
  id: z.optional(id),
  name: z.optional(displayName),
  capability: z.optional(capability),
  config: z.optional(settings),
})

/** A connection as typed so far. Merged types include credentials; masked secrets mean those of the given integration. */
export const testConnectionRequest = z.strictObject({
  id: z.optional(id),
  name: z.optional(z.string().check(z.maxLength(200))),
  type,
  capability: z._default(capability, 'both'),
  integration_id: z.optional(id),
  config: z._default(settings, {}),
  credentials: z.optional(settings),
  last_test: z.optional(z.unknown()),
  version: z.optional(z.number()),
  ...serverOwned,
})

/** A test or discovery connects to an outside system. */
const OUTSIDE = { calls: 30, seconds: 60 }

export const CONNECTION_REQUESTS = {
  listConnections: { summary: 'The organization’s connections' },
  createConnection: { summary: 'Adds a source or destination over an integration', request: createConnectionRequest },
  cloneConnection: {
    summary: 'Adds a connection like another one, with a copy of its credentials that only the server sees',
    request: cloneConnectionRequest,
  },
  updateConnection: {
    versioned: true,
    summary:
      'Changes a connection’s name, capability or settings; an If-Match header with the version refuses to overwrite a newer one',
    request: updateConnectionRequest,
  },
  listConnectionVersions: {
    summary: 'What a connection was after each save, with its credentials but without secrets, the newest first',
  },
  deleteConnection: { summary: 'Deletes a connection that no flow uses' },
  testUnsavedConnection: {
    summary: 'Tests a connection before it is saved, stage by stage',
    limit: OUTSIDE,
    request: testConnectionRequest,
  },
  testConnection: { summary: 'Tests a saved connection, stage by stage', limit: OUTSIDE },
  discoverConnection: {
    summary:
      'What there is to read or write: entities and their columns; all of them, or those that match, page by page',
    limit: OUTSIDE,
    query: z.strictObject({
      /** Part of the name of an entity or of one of its columns, case-insensitive. */
      search: z.optional(z.string()),
      cursor: z.optional(z.string()),
      limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000))),
    }),
  },
  findRefusals: {
    summary: 'Which tables and columns are absent from discovery only because the account may not read them',
    limit: OUTSIDE,
    request: z.strictObject({
      tables: z
        .array(
          z.strictObject({
            entity: z.string().check(z.minLength(1), z.maxLength(1_000)),
            /** None: the whole table. */
            columns: z._default(
              z.array(z.string().check(z.minLength(1), z.maxLength(1_000))).check(z.maxLength(100)),
              [],
            ),
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
    }),
  },
  /** The name is in the body, because names of tables and sheets do not fit into a path. */
  showRows: {
    summary: 'The first rows of an entity, at most a hundred',
    limit: OUTSIDE,
    request: z.strictObject({ entity: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  },
} satisfies Record<string, RouteRequest>
