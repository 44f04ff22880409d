import { z } from 'zod/mini'

import { CAPABILITIES } from '../core/catalog/connections/connection-types.ts'
import { known } from './camel-cased.ts'
import { instant, settings } from './primitives.ts'
import type { CONNECTION_REQUESTS } from './requests/connections.ts'
import { inOrganization, routes } from './route.ts'
import { noteSentences, sentence } from './sentence.ts'
import { savedVersion } from './versions.ts'

/** Responses are loose: the server may add keys before the client knows them. */
export const connectionResponse = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  capability: z.optional(known(CAPABILITIES)),
  integration_id: z.nullish(z.string()),
  config: z.nullish(settings),
  created_at: z.optional(instant),
  updated_at: z.optional(instant),
  last_test: z.nullish(z.looseObject({ ok: z.boolean(), at: instant, stage: z.nullish(z.string()) })),
  version: z.optional(z.number()),
  /** A stand-in on the machine of the server plays the system. */
  is_stand_in: z.optional(z.boolean()),
})

const connectionVersion = z.extend(savedVersion, {
  /** What was saved: the `connection`, or the `integration` that comes and goes with it. */
  of: z.string(),
  /** What was in force after it. */
  settings: z.looseObject({
    name: z.optional(z.string()),
    capability: z.optional(known(CAPABILITIES)),
    config: z.optional(settings),
    /** Without secrets. */
    credentials: z.optional(settings),
  }),
})

export const testStage = z.looseObject({
  stage: z.string(),
  status: z.string(),
  milliseconds: z.number(),
  detail: z.nullish(z.string()),
  detail_sentence: sentence,
  problem: z.nullish(
    z.looseObject({
      code: z.string(),
      message: z.string(),
      sentence,
      hint: z.nullish(z.string()),
      hint_sentence: sentence,
      field: z.nullish(z.string()),
      /** A valid value for the field, which a person must confirm. */
      suggestion: z.nullish(z.string()),
    }),
  ),
})

/** A failed test answers 422 with the same stages under `details`, so that any client sees the failure. */
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

/** Unchanged rows; values as text, null for no value. */
export const sampleRows = z.looseObject({
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.nullable(z.string()))),
  has_more: z.optional(z.boolean()),
  /** The columns by which the rows come, the key of the table. Absent: in no order that is known. */
  ordered_by: z.optional(z.array(z.string())),
  /** Notes for people, for example about the price of the read. */
  notes: z.optional(z.array(z.string())),
  note_sentences: noteSentences,
})

/** What of the asked tables the account of a source may not read. */
export const refusalsResponse = z.looseObject({
  refused: z.array(
    z.looseObject({
      entity: z.string(),
      /** None: the whole table. */
      columns: z.array(z.string()),
      error: z.looseObject({
        code: z.string(),
        message: z.string(),
        sentence,
        hint: z.nullish(z.string()),
        hint_sentence: sentence,
        /** As the server knows it. */
        account: z.nullish(z.string()),
      }),
    }),
  ),
})

export const discoverConnectionResponse = z.looseObject({
  entities: z.array(entity),
  /** The cursor of the next page; null or absent after the last one. */
  next_cursor: z.nullish(z.string()),
})

export type ConnectionResponse = z.output<typeof connectionResponse>
export const CONNECTION_ROUTES = routes<typeof CONNECTION_REQUESTS>()({
  listConnections: inOrganization('GET', '/connections', 'connection.read', 200, z.array(connectionResponse)),
  createConnection: inOrganization('POST', '/connections', 'connection.write', 201, connectionResponse),
  cloneConnection: inOrganization(
    'POST',
    '/connections/:connectionId/clone',
    'connection.write',
    201,
    connectionResponse,
  ),
  updateConnection: inOrganization('PATCH', '/connections/:connectionId', 'connection.write', 200, connectionResponse),
  deleteConnection: inOrganization('DELETE', '/connections/:connectionId', 'connection.write', 204, null),
  listConnectionVersions: inOrganization(
    'GET',
    '/connections/:connectionId/versions',
    'integration.details',
    200,
    z.array(connectionVersion),
  ),
  testUnsavedConnection: inOrganization('POST', '/connections/test', 'connection.test', 200, testConnectionResponse),
  testConnection: inOrganization(
    'POST',
    '/connections/:connectionId/test',
    'connection.test',
    200,
    testConnectionResponse,
  ),
  discoverConnection: inOrganization(
    'POST',
    '/connections/:connectionId/discover',
    'connection.test',
    200,
    discoverConnectionResponse,
  ),
  findRefusals: inOrganization('POST', '/connections/:connectionId/refusals', 'connection.test', 200, refusalsResponse),
  showRows: inOrganization('POST', '/connections/:connectionId/rows', 'connection.test', 200, sampleRows),
})
