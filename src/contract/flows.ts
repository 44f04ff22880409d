import { z } from 'zod/mini'

import { LONGEST_FRESHNESS_MINUTES } from '../core/catalog/alert-events.ts'
import { connectionReference, flowConfigRequest } from './flow-config.ts'
import { displayName, id, instant, settings } from './primitives.ts'
import { route } from './route.ts'
import { runSummary } from './runs.ts'

/** How old the flow's rows may become; null: nothing is promised. */
const freshness = z.optional(
  z.nullable(
    z
      .int('Freshness must be a whole number of minutes')
      .check(
        z.gte(1, 'Freshness must be at least one minute'),
        z.lte(LONGEST_FRESHNESS_MINUTES, 'Freshness must be at most a year'),
      ),
  ),
)

export const createFlowRequest = z.strictObject({
  id: z.optional(z.string()),
  /** The specification's flow has none: then it is called by its ends. */
  name: z.optional(displayName),
  enabled: z._default(z.boolean(), true),
  source_connection: connectionReference,
  destination_connection: connectionReference,
  config: z._default(flowConfigRequest, { streams: [], transformations: [] }),
  freshness_minutes: freshness,
})

export const updateFlowRequest = z.strictObject({
  id: z.optional(id),
  name: z.optional(displayName),
  enabled: z.optional(z.boolean()),
  source_connection: z.optional(connectionReference),
  destination_connection: z.optional(connectionReference),
  config: z.optional(flowConfigRequest),
  freshness_minutes: freshness,
  version: z.optional(z.number()),
  created_at: z.optional(instant),
  updated_at: z.optional(instant),
  last_run: z.optional(z.unknown()),
  recent_states: z.optional(z.unknown()),
  fresh_until: z.optional(z.unknown()),
  late_since: z.optional(z.unknown()),
})

const connectionSummary = z.looseObject({ id: z.string(), name: z.optional(z.string()), type: z.optional(z.string()) })

const streamResponse = z.looseObject({
  entity: z.string(),
  target: z.optional(z.string()),
  mode: z.optional(z.string()),
  key: z.optional(z.array(z.string())),
  cursor: z.optional(z.string()),
  columns: z.optional(z.array(z.string())),
  drift: z.optional(z.string()),
  on_invalid: z.optional(z.string()),
  zero_dates: z.optional(z.string()),
  empty_cursor: z.optional(z.string()),
  own_types: z.optional(z.string()),
  mapping: z.optional(z.record(z.string(), z.string())),
})

const transformationResponse = z.looseObject({
  id: z.string(),
  type: z.optional(z.string()),
  stream: z.optional(z.string()),
  settings: z.optional(settings),
})

export const flowResponse = z.looseObject({
  id: z.string(),
  name: z.optional(z.string()),
  enabled: z.optional(z.boolean()),
  version: z.optional(z.number()),
  source_connection: z.nullish(connectionSummary),
  destination_connection: z.nullish(connectionSummary),
  config: z.nullish(
    z.looseObject({
      streams: z.optional(z.array(streamResponse)),
      transformations: z.optional(z.array(transformationResponse)),
      schedule: z.nullish(
        z.looseObject({ cron: z.string(), timezone: z.optional(z.string()), overlap: z.optional(z.string()) }),
      ),
    }),
  ),
  last_run: z.nullish(runSummary),
  /** How its last runs ended, the newest last. */
  recent_states: z.optional(z.array(z.string())),
  freshness_minutes: z.nullish(z.number()),
  /** When the promise of freshness will be broken, should nothing run. */
  fresh_until: z.nullish(instant),
  /** Since when it is: noticed within half a minute, and never while the flow is switched off. */
  late_since: z.nullish(instant),
  created_at: z.optional(instant),
  updated_at: z.optional(instant),
})

/** How far an incremental stream has been read. */
const streamPosition = z.looseObject({
  entity: z.string(),
  target: z.string(),
  cursor: z.string(),
  /** The largest value that was read, as text at the source's precision; `null` once it was reset. */
  bound: z.nullable(z.string()),
})

/** A table of the source as it was when the flow last succeeded between the same connections. */
const knownTable = z.looseObject({
  entity: z.string(),
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
})

export type FlowResponse = z.output<typeof flowResponse>
export type CreateFlowRequest = z.input<typeof createFlowRequest>

export const FLOW_ROUTES = {
  listFlows: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/flows',
    summary: 'The organization’s flows, each with its last run',
    access: 'flow.read',
    request: null,
    response: z.array(flowResponse),
    status: 200,
  }),
  getFlow: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId',
    summary: 'One flow',
    access: 'flow.read',
    request: null,
    response: flowResponse,
    status: 200,
  }),
  createFlow: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows',
    summary: 'Draws a flow from a source to a destination',
    access: 'flow.write',
    request: createFlowRequest,
    response: flowResponse,
    status: 201,
  }),
  updateFlow: route({
    method: 'PATCH',
    path: '/v1/organizations/:orgId/flows/:flowId',
    summary: 'Changes a flow; an If-Match header with the version refuses to overwrite a newer one',
    access: 'flow.write',
    request: updateFlowRequest,
    response: flowResponse,
    status: 200,
  }),
  deleteFlow: route({
    method: 'DELETE',
    path: '/v1/organizations/:orgId/flows/:flowId',
    summary: 'Deletes a flow; data already moved stays',
    access: 'flow.write',
    request: null,
    response: null,
    status: 204,
  }),
  runFlow: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/run',
    summary: 'Runs a flow now; an Idempotency-Key header makes a repeated call answer with the same run',
    access: 'flow.run',
    request: null,
    response: z.looseObject({ run_id: z.optional(z.string()) }),
    status: 202,
  }),
  dryRunFlow: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/dry-run',
    summary: 'Runs a flow without its last step, to tell what a run would change; nothing is written',
    access: 'flow.run',
    request: null,
    response: z.looseObject({ run_id: z.optional(z.string()) }),
    status: 202,
  }),
  listStreams: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/streams',
    summary: 'How far each incremental stream has been read, the newest first',
    access: 'flow.read',
    request: null,
    response: z.array(streamPosition),
    status: 200,
  }),
  listKnownTables: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/known-tables',
    summary: 'The tables of the source as they were when the flow last succeeded, to see what has changed since',
    access: 'flow.read',
    request: null,
    response: z.array(knownTable),
    status: 200,
  }),
  resetStream: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/streams/reset',
    summary: 'Forgets how far a stream has been read: its next run starts from the beginning',
    access: 'flow.write',
    request: z.strictObject({ entity: z.string().check(z.minLength(1)) }),
    response: null,
    status: 204,
  }),
}
