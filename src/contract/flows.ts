import { z } from 'zod/mini'

import { WRITE_MODES } from '../core/catalog/connections/connection-types.ts'
import { DRIFT_POLICIES } from '../core/catalog/policies/drift-policies.ts'
import { EMPTY_CURSOR_POLICIES } from '../core/catalog/policies/empty-cursor-policies.ts'
import { INVALID_POLICIES } from '../core/catalog/policies/invalid-policies.ts'
import { OWN_TYPE_POLICIES } from '../core/catalog/policies/own-type-policies.ts'
import { VANISHED_POLICIES } from '../core/catalog/policies/vanished-policies.ts'
import { VERIFY_POLICIES } from '../core/catalog/policies/verify-policies.ts'
import { ZERO_DATE_POLICIES } from '../core/catalog/policies/zero-date-policies.ts'
import { RUN_STATUSES } from '../core/catalog/runs/run-states.ts'
import { AFTER_POLICIES } from '../core/catalog/schedules/flow-order.ts'
import { OVERLAP_POLICIES } from '../core/catalog/schedules/schedule-rules.ts'
import { budget } from './budgets.ts'
import { known, whole } from './camel-cased.ts'
import { instant, settings } from './primitives.ts'
import type { FLOW_REQUESTS } from './requests/flows.ts'
import { routes } from './route.ts'
import { runSummary } from './runs.ts'
import { savedVersion } from './versions.ts'

const connectionSummary = z.looseObject({
  id: z.string(),
  name: z.optional(z.string()),
  type: z.optional(z.string()),
  /** A stand-in on the machine of the server plays the system. */
  is_stand_in: z.optional(z.boolean()),
})

const streamResponse = whole(
  z.looseObject({
    entity: z.string(),
    target: z.optional(z.string()),
    mode: z.optional(known(WRITE_MODES, 'replace')),
    key: z.optional(z.array(z.string())),
    cursor: z.optional(z.string()),
    columns: z.optional(z.array(z.string())),
    drift: z.optional(known(DRIFT_POLICIES)),
    on_invalid: z.optional(known(INVALID_POLICIES)),
    zero_dates: z.optional(known(ZERO_DATE_POLICIES)),
    empty_cursor: z.optional(known(EMPTY_CURSOR_POLICIES)),
    own_types: z.optional(known(OWN_TYPE_POLICIES)),
    on_vanished: z.optional(known(VANISHED_POLICIES)),
    vanished_column: z.optional(z.string()),
    vanished_percent: z.optional(z.number()),
    verify: z.optional(known(VERIFY_POLICIES)),
    checks: z.catch(z.optional(z.array(whole(z.looseObject({ id: z.string(), type: z.string() })))), undefined),
    mapping: z.optional(z.record(z.string(), z.string())),
  }),
  { under: 'other' },
)

/** Its position is ignored (spec §3). */
const transformationResponse = whole(
  z.looseObject({
    id: z.string(),
    type: z.optional(z.string()),
    stream: z.optional(z.string()),
    settings: z.optional(settings),
  }),
  { under: 'other', except: ['position'] },
)

const flowConfig = whole(
  z.looseObject({
    streams: z.optional(z.array(streamResponse)),
    transformations: z.optional(z.array(transformationResponse)),
    schedule: z.nullish(
      z.looseObject({
        cron: z.string(),
        timezone: z.optional(z.string()),
        overlap: z.optional(known(OVERLAP_POLICIES)),
      }),
    ),
    sql_before: z.nullish(z.string()),
    sql_after: z.nullish(z.string()),
    budget: z.nullish(budget),
    structure: z.nullish(known(['all'])),
    /** The flows after which it starts, beside its schedule; some of them may not exist any more. */
    after: z.nullish(
      z.looseObject({
        flows: z.array(z.looseObject({ id: z.string() })),
        when: z.optional(known(AFTER_POLICIES, 'all_succeeded')),
      }),
    ),
  }),
  { under: 'other' },
)

export const flowResponse = z.looseObject({
  id: z.string(),
  name: z.optional(z.string()),
  enabled: z.optional(z.boolean()),
  version: z.optional(z.number()),
  source_connection: z.nullish(connectionSummary),
  destination_connection: z.nullish(connectionSummary),
  config: z.nullish(flowConfig),
  last_run: z.nullish(runSummary),
  /** The results of its last runs, the newest last. */
  recent_states: z.optional(z.array(known(RUN_STATUSES, 'running'))),
  freshness_minutes: z.nullish(z.number()),
  /** The time when the flow becomes late without another success. */
  fresh_until: z.nullish(instant),
  /** The time since when it is late: noticed within half a minute, and never while the flow is switched off. */
  late_since: z.nullish(instant),
  /** The file that owns the flow, if one does: then only applying files changes it. */
  code_file: z.optional(z.string()),
  created_at: z.optional(instant),
  updated_at: z.optional(instant),
})

/** A flow as it was saved; its connections may not exist any more. */
export const flowVersion = z.looseObject({
  name: z.string(),
  enabled: z.boolean(),
  source_connection_id: z.string(),
  destination_connection_id: z.string(),
  config: flowConfig,
  freshness_minutes: z.nullish(z.number()),
})

/** The position of an incremental stream. */
const streamPosition = z.looseObject({
  entity: z.string(),
  target: z.string(),
  cursor: z.string(),
  /** The largest value that was read, as text with the source's precision; `null` after a reset. */
  bound: z.nullable(z.string()),
})

/** A table of the source when the flow last succeeded between the same connections. */
const knownTable = z.looseObject({
  entity: z.string(),
  /** Where its rows arrived. */
  target: z.string(),
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
})

/** The change by which a target gets the columns of its stream. */
const targetChange = z.looseObject({
  target: z.string(),
  statement: z.string(),
  /** The columns, with the types that they get. */
  columns: z.array(
    z.looseObject({ name: z.string(), type: z.optional(z.string()), change: known(['added', 'widened'], 'widened') }),
  ),
})

export type FlowResponse = z.output<typeof flowResponse>

export const FLOW_ROUTES = routes<typeof FLOW_REQUESTS>()({
  listFlows: {
    method: 'GET',
    path: '/v1/organizations/:orgId/flows',
    access: 'flow.read',
    response: z.array(flowResponse),
    status: 200,
  },
  getFlow: {
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId',
    access: 'flow.read',
    response: flowResponse,
    status: 200,
  },
  createFlow: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows',
    access: 'flow.write',
    response: flowResponse,
    status: 201,
  },
  updateFlow: {
    method: 'PATCH',
    path: '/v1/organizations/:orgId/flows/:flowId',
    access: 'flow.write',
    response: flowResponse,
    status: 200,
  },
  takeOverFlow: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/take-over',
    access: 'flow.write',
    response: flowResponse,
    status: 200,
  },
  deleteFlow: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/flows/:flowId',
    access: 'flow.write',
    response: null,
    status: 204,
  },
  runFlow: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/run',
    access: 'flow.run',
    response: z.looseObject({ run_id: z.optional(z.string()) }),
    status: 202,
  },
  dryRunFlow: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/dry-run',
    access: 'flow.run',
    response: z.looseObject({ run_id: z.optional(z.string()) }),
    status: 202,
  },
  verifyFlow: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/verify',
    access: 'flow.run',
    response: z.looseObject({ run_id: z.optional(z.string()) }),
    status: 202,
  },
  countBackfill: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/backfill/count',
    access: 'flow.run',
    response: z.looseObject({ streams: z.array(z.looseObject({ entity: z.string(), rows: z.number() })) }),
    status: 200,
  },
  backfillFlow: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/backfill',
    access: 'flow.run',
    response: z.looseObject({ run_id: z.optional(z.string()) }),
    status: 202,
  },
  listFlowVersions: {
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/versions',
    access: 'flow.read',
    response: z.looseObject({ versions: z.array(savedVersion), next_cursor: z.nullish(z.string()) }),
    status: 200,
  },
  getFlowVersion: {
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/version',
    access: 'flow.read',
    response: flowVersion,
    status: 200,
  },
  listStreams: {
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/streams',
    access: 'flow.read',
    response: z.array(streamPosition),
    status: 200,
  },
  listKnownTables: {
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/known-tables',
    access: 'flow.read',
    response: z.array(knownTable),
    status: 200,
  },
  changeTarget: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/target-change',
    access: 'flow.write',
    response: targetChange,
    status: 200,
  },
  resetStream: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/streams/reset',
    access: 'flow.write',
    response: null,
    status: 204,
  },
})
