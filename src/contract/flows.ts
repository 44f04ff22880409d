import { z } from 'zod/mini'

import { LONGEST_FRESHNESS_MINUTES } from '../core/catalog/alert-events.ts'
import { WRITE_MODES } from '../core/catalog/connection-types.ts'
import { DRIFT_POLICIES } from '../core/catalog/drift-policies.ts'
import { INVALID_POLICIES } from '../core/catalog/invalid-policies.ts'
import { OVERLAP_POLICIES } from '../core/catalog/schedule-rules.ts'
import { TRANSFORMATION_TYPE_NAMES } from '../core/catalog/transformation-types.ts'
import { displayName, id, instant, settings } from './primitives.ts'
import { route } from './route.ts'
import { runSummary } from './runs.ts'

/** Clients may send where a node stands; positions belong to the browser (spec §3) and are not kept. */
const position = z.optional(z.looseObject({ x: z.number(), y: z.number() }))

const streamRequest = z.strictObject({
  entity: z.string().check(z.minLength(1)),
  target: z.optional(z.string().check(z.minLength(1))),
  mode: z._default(z.enum(WRITE_MODES), 'replace'),
  key: z.optional(z.array(z.string())),
  cursor: z.optional(z.string()),
  columns: z.optional(z.array(z.string()).check(z.minLength(1, 'Choose at least one column'))),
  /** Absent: the target follows. */
  drift: z.optional(z.enum(DRIFT_POLICIES)),
  /** Absent: the run fails. */
  on_invalid: z.optional(z.enum(INVALID_POLICIES)),
  mapping: z.optional(z.record(z.string(), z.string())),
})

const transformationRequest = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(TRANSFORMATION_TYPE_NAMES),
  stream: z.optional(z.string()),
  settings: z._default(settings, {}),
  position,
})

const schedule = z.strictObject({
  cron: z.string().check(z.minLength(1), z.maxLength(200)),
  timezone: z._default(z.string().check(z.minLength(1), z.maxLength(100)), 'UTC'),
  /** What becomes of a run while the one before it is under way; absent: it is skipped. */
  overlap: z.optional(z.enum(OVERLAP_POLICIES)),
})

const flowConfigRequest = z.strictObject({
  streams: z._default(z.array(streamRequest).check(z.maxLength(10_000)), []),
  transformations: z._default(z.array(transformationRequest).check(z.maxLength(1_000)), []),
  schedule: z.optional(z.nullable(schedule)),
})

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

/** Only the id counts; the rest of a connection may come along, as the spec's client sends it. */
const connectionReference = z.looseObject({ id })

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

/** One node of a preview: the rows as they leave it, or why there are none. */
const previewStep = z.looseObject({
  /** `source` for the rows as they are read, else the transformation's id. */
  id: z.string(),
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.nullable(z.string()))),
  /** Rows of the sample after this step; those beyond the first hundred are not in `rows`. */
  row_count: z.number(),
  truncated: z.optional(z.boolean()),
  error: z.optional(
    z.looseObject({
      code: z.string(),
      message: z.string(),
      hint: z.optional(z.string()),
      field: z.optional(z.string()),
    }),
  ),
})

/** How far an incremental stream has been read. */
const streamPosition = z.looseObject({
  entity: z.string(),
  target: z.string(),
  cursor: z.string(),
  /** The largest value that was read, as text at the source's precision; `null` once it was reset. */
  bound: z.nullable(z.string()),
})

/** One column of a stream, from the source to the target. */
const plannedColumn = z.looseObject({
  name: z.string(),
  /** Absent for a column that steps make. */
  source: z.optional(z.looseObject({ name: z.string(), type: z.string() })),
  /** Absent for a column that does not come, and while there is a problem. */
  target_type: z.optional(z.string()),
  notes: z.array(z.string()),
})

export type FlowResponse = z.output<typeof flowResponse>
export type CreateFlowRequest = z.input<typeof createFlowRequest>
export type FlowConfig = z.output<typeof flowConfigRequest>
export type Schedule = z.output<typeof schedule>

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
  resetStream: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/streams/reset',
    summary: 'Forgets how far a stream has been read: its next run starts from the beginning',
    access: 'flow.write',
    request: z.strictObject({ entity: z.string().check(z.minLength(1)) }),
    response: null,
    status: 204,
  }),
  previewFlow: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/preview',
    summary: 'Sample rows after each transformation',
    access: 'flow.write',
    // One for each pause in typing, of a few people at a time.
    limit: { calls: 300, seconds: 60 },
    request: z.strictObject({
      source: connectionReference,
      stream: z.string(),
      transformations: z.array(transformationRequest),
      up_to: z.optional(z.string()),
    }),
    response: z.looseObject({ sampled: z.number(), steps: z.array(previewStep) }),
    status: 200,
  }),
  planStream: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/plan',
    summary: 'What a run would do with one stream, column by column; nothing is written',
    access: 'flow.write',
    // One for each pause in changing settings, of a few people at a time.
    limit: { calls: 300, seconds: 60 },
    request: z.strictObject({
      /** Of a flow that is saved, what its last run saw is compared with what is there now. */
      flow_id: z.optional(id),
      source_connection: connectionReference,
      destination_connection: connectionReference,
      /** The entity to look at. */
      stream: z.string().check(z.minLength(1)),
      streams: z._default(z.array(streamRequest).check(z.maxLength(10_000)), []),
      transformations: z._default(z.array(transformationRequest).check(z.maxLength(1_000)), []),
    }),
    response: z.looseObject({
      target: z.string(),
      effect: z.optional(z.string()),
      columns: z.array(plannedColumn),
      notes: z.array(z.string()),
      /** What would stop the run. */
      problem: z.optional(
        z.looseObject({
          code: z.string(),
          message: z.string(),
          hint: z.optional(z.string()),
          /** The step to blame, by its id. */
          node: z.optional(z.string()),
        }),
      ),
    }),
    status: 200,
  }),
}
