import { z } from 'zod'

import { TRANSFORMATION_TYPE_NAMES } from '../core/catalog/transformation-types.ts'
import { displayName, id, instant, settings } from './primitives.ts'
import { route } from './route.ts'
import { runSummary } from './runs.ts'

/** Clients may send where a node stands; positions belong to the browser (spec §3) and are not kept. */
const position = z.looseObject({ x: z.number(), y: z.number() }).optional()

const streamRequest = z.strictObject({
  entity: z.string().min(1),
  target: z.string().min(1).optional(),
  mode: z.enum(['replace', 'append', 'upsert']).default('replace'),
  key: z.array(z.string()).optional(),
  cursor: z.string().optional(),
  columns: z.array(z.string()).min(1, 'Choose at least one column').optional(),
})

const transformationRequest = z.strictObject({
  id: z.string().min(1).max(100),
  type: z.enum(TRANSFORMATION_TYPE_NAMES),
  stream: z.string().optional(),
  settings: settings.default({}),
  position,
})

const schedule = z.strictObject({
  cron: z.string().min(1).max(200),
  timezone: z.string().min(1).max(100).default('UTC'),
})

const flowConfigRequest = z.strictObject({
  streams: z.array(streamRequest).max(10_000).default([]),
  transformations: z.array(transformationRequest).max(1_000).default([]),
  schedule: schedule.nullable().optional(),
})

/** Only the id counts; the rest of a connection may come along, as the spec's client sends it. */
const connectionReference = z.looseObject({ id })

export const createFlowRequest = z.strictObject({
  id: z.string().optional(),
  /** The specification's flow has none: then it is called by its ends. */
  name: displayName.optional(),
  enabled: z.boolean().default(true),
  source_connection: connectionReference,
  destination_connection: connectionReference,
  config: flowConfigRequest.default({ streams: [], transformations: [] }),
})

export const updateFlowRequest = z.strictObject({
  id: id.optional(),
  name: displayName.optional(),
  enabled: z.boolean().optional(),
  source_connection: connectionReference.optional(),
  destination_connection: connectionReference.optional(),
  config: flowConfigRequest.optional(),
  version: z.number().optional(),
  created_at: instant.optional(),
  updated_at: instant.optional(),
  last_run: z.unknown().optional(),
  recent_states: z.unknown().optional(),
})

const connectionSummary = z.looseObject({ id: z.string(), name: z.string().optional(), type: z.string().optional() })

const streamResponse = z.looseObject({
  entity: z.string(),
  target: z.string().optional(),
  mode: z.string().optional(),
  key: z.array(z.string()).optional(),
  cursor: z.string().optional(),
  columns: z.array(z.string()).optional(),
})

const transformationResponse = z.looseObject({
  id: z.string(),
  type: z.string().optional(),
  stream: z.string().optional(),
  settings: settings.optional(),
})

export const flowResponse = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  enabled: z.boolean().optional(),
  version: z.number().optional(),
  source_connection: connectionSummary.nullish(),
  destination_connection: connectionSummary.nullish(),
  config: z
    .looseObject({
      streams: z.array(streamResponse).optional(),
      transformations: z.array(transformationResponse).optional(),
      schedule: z.looseObject({ cron: z.string(), timezone: z.string().optional() }).nullish(),
    })
    .nullish(),
  last_run: runSummary.nullish(),
  /** How its last runs ended, the newest last. */
  recent_states: z.array(z.string()).optional(),
  created_at: instant.optional(),
  updated_at: instant.optional(),
})

export type FlowResponse = z.output<typeof flowResponse>
export type CreateFlowRequest = z.input<typeof createFlowRequest>
export type FlowConfig = z.output<typeof flowConfigRequest>

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
    response: z.looseObject({ run_id: z.string().optional() }),
    status: 202,
  }),
  previewFlow: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/preview',
    summary: 'Sample rows after each transformation',
    access: 'flow.write',
    request: z.strictObject({
      source: connectionReference,
      stream: z.string(),
      transformations: z.array(transformationRequest),
      up_to: z.string().optional(),
    }),
    response: z.looseObject({}),
    status: 200,
  }),
}
