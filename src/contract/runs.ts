import { z } from 'zod'

import { RUN_STATES } from '../core/catalog/run-states.ts'
import { DASHBOARD_PERIODS } from './dashboard.ts'
import { instant } from './primitives.ts'
import { route } from './route.ts'

export const runError = z.looseObject({
  code: z.string(),
  message: z.string(),
  hint: z.string().nullish(),
  stream: z.string().nullish(),
  node: z.string().nullish(),
})

export const runSummary = z.looseObject({
  id: z.string(),
  status: z.string(),
  started_at: instant.nullish(),
  finished_at: instant.nullish(),
  rows_written: z.number().optional(),
})

export const runStream = z.looseObject({
  entity: z.string(),
  target: z.string(),
  status: z.string(),
  rows_read: z.number(),
  rows_filtered: z.number(),
  rows_rejected: z.number(),
  rows_written: z.number(),
  bytes: z.number(),
  estimated_rows: z.number().nullish(),
  window: z.unknown().optional(),
  receipt: z.unknown().optional(),
  error: runError.nullish(),
})

export const runResponse = runSummary.extend({
  flow_id: z.string(),
  flow_name: z.string().optional(),
  flow_version: z.number().optional(),
  trigger: z.string().optional(),
  triggered_by: z.looseObject({ uid: z.string(), name: z.string().nullish() }).nullish(),
  attempt: z.number().optional(),
  queued_at: instant.optional(),
  /** Somebody has asked for its end, and its worker has not yet let go. */
  cancel_requested: z.boolean().optional(),
  error: runError.nullish(),
  streams: z.array(runStream).optional(),
})

export const runLogLine = z.looseObject({
  id: z.number(),
  at: instant,
  level: z.string(),
  message: z.string(),
  entity: z.string().nullish(),
})

/** What the event streams carry; `event:` is the name, `data:` the JSON, `id:` what Last-Event-ID resumes after. */
export const runEvents = {
  run: runResponse,
  log: runLogLine.extend({ run_id: z.string().optional() }),
}

export type RunResponse = z.output<typeof runResponse>
export type RunStreamResponse = z.output<typeof runStream>
export type RunLogLine = z.output<typeof runLogLine>

const runPage = z.looseObject({ runs: z.array(runResponse), next_cursor: z.string().nullish() })

/** The last run of the page before. */
const afterRun = z.uuid().optional()

const pointInTime = z.iso.datetime({ offset: true }).optional()

export const RUN_ROUTES = {
  listRuns: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/runs',
    summary: 'The organization’s runs, newest first, by state, flow and when they were asked for',
    access: 'run.read',
    query: z.strictObject({
      state: z.enum(RUN_STATES).optional(),
      flow: z.uuid().optional(),
      /** Back from now, as the dashboard counts. */
      period: z.enum(DASHBOARD_PERIODS).optional(),
      from: pointInTime,
      to: pointInTime,
      cursor: afterRun,
    }),
    request: null,
    response: runPage,
    status: 200,
  }),
  listFlowRuns: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/runs',
    summary: 'A flow’s runs, newest first',
    access: 'run.read',
    query: z.strictObject({ cursor: afterRun }),
    request: null,
    response: runPage,
    status: 200,
  }),
  getRun: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId',
    summary: 'One run with its streams',
    access: 'run.read',
    request: null,
    response: runResponse,
    status: 200,
  }),
  getRunLog: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId/log',
    summary: 'A run’s log, oldest first',
    access: 'run.read',
    query: z.strictObject({
      cursor: z.string().max(200).optional(),
      level: z.enum(['info', 'warning', 'error']).optional(),
      q: z.string().max(200).optional(),
    }),
    request: null,
    response: z.looseObject({ lines: z.array(runLogLine), next_cursor: z.string().nullish() }),
    status: 200,
  }),
  watchRun: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId/events',
    summary: 'A run as it happens: state, progress and log (server-sent events)',
    access: 'run.read',
    request: null,
    response: null,
    status: 200,
    events: true,
  }),
  watchOrganization: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/events',
    summary: 'Every run of the organization as it happens (server-sent events)',
    access: 'run.read',
    request: null,
    response: null,
    status: 200,
    events: true,
  }),
  cancelRun: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/runs/:runId/cancel',
    summary: 'Stops a run; the destination keeps its old data',
    access: 'run.cancel',
    request: null,
    response: runResponse,
    status: 202,
  }),
}
