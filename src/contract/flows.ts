import { z } from 'zod/mini'

import { WRITE_MODES } from '../core/catalog/connections/connection-types.ts'
import { DRIFT_POLICIES } from '../core/catalog/policies/drift-policies.ts'
import { EMPTY_CURSOR_POLICIES } from '../core/catalog/policies/empty-cursor-policies.ts'
import { INVALID_POLICIES } from '../core/catalog/policies/invalid-policies.ts'
import { OWN_TYPE_POLICIES } from '../core/catalog/policies/own-type-policies.ts'
import { VANISHED_POLICIES } from '../core/catalog/policies/vanished-policies.ts'
import { VERIFY_POLICIES } from '../core/catalog/policies/verify-policies.ts'
import { ZERO_DATE_POLICIES } from '../core/catalog/policies/zero-date-policies.ts'
import { PUBLISHING } from '../core/catalog/publishing.ts'
import { RUN_STATUSES } from '../core/catalog/runs/run-states.ts'
import { AFTER_POLICIES } from '../core/catalog/schedules/flow-order.ts'
import { OVERLAP_POLICIES } from '../core/catalog/schedules/schedule-rules.ts'
import { auditChange } from './audit.ts'
import { budget } from './budgets.ts'
import { known, whole } from './camel-cased.ts'
import { mirrorSummary } from './mirror-summary.ts'
import { instant, settings, startedRun } from './primitives.ts'
import type { FLOW_REQUESTS } from './requests/flows.ts'
import { inOrganization, routes } from './route.ts'
import { runSummary } from './run-summary.ts'

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
    name: z.optional(z.string()),
    note: z.optional(z.string()),
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
    comments: z.optional(z.array(z.looseObject({ id: z.string(), text: z.string(), x: z.number(), y: z.number() }))),
    sql_before: z.nullish(z.string()),
    sql_after: z.nullish(z.string()),
    budget: z.nullish(budget),
    structure: z.nullish(known(['all'])),
    /** Only workers of this class take its runs; absent: those without a class. */
    worker_class: z.nullish(z.string()),
    /** Of a mirror whose destination gets batches in an interval; absent: 60. */
    mirror_seconds: z.nullish(z.number()),
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
  /** When its last run that moved everything ended; absent: none has. */
  last_success_at: z.nullish(instant),
  /** The results of its last runs, the newest last. */
  recent_states: z.optional(z.array(known(RUN_STATUSES, 'running'))),
  freshness_minutes: z.nullish(z.number()),
  /** The time when the flow becomes late without another success. */
  fresh_until: z.nullish(instant),
  /** The time since when it is late: noticed within half a minute, and never while the flow is switched off. */
  late_since: z.nullish(instant),
  /** The file that owns the flow, if one does: then only applying files changes it. */
  code_file: z.optional(z.string()),
  /** Whom to ask about it; absent: nobody who is still a member. */
  owner: z.nullish(z.looseObject({ uid: z.string(), name: z.nullish(z.string()) })),
  /** In the order of the alphabet. */
  tags: z.optional(z.array(z.string())),
  /** The number of the state that an editor shows: grows with each version, and with each change of the draft. */
  edition: z.optional(z.number()),
  /** Edits that are not published yet; absent if there are none. */
  draft: z.optional(
    z.looseObject({
      changes: z.number(),
      updated_at: instant,
      updated_by: z.looseObject({ uid: z.string(), name: z.nullish(z.string()) }),
    }),
  ),
  /** When edits are used by its runs; absent: as the organization says. */
  publishing: z.optional(known(PUBLISHING)),
  /** Of a flow whose tables have the mode `mirror`. */
  mirror: z.nullish(mirrorSummary),
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

/** A flow with its draft, as an editor shows it; its version and its runs are those of the published one. */
const editedFlow = z.looseObject({
  ...flowResponse.shape,
  /** What the draft changes. */
  draft_changes: z.optional(z.array(auditChange)),
  /** Edits are used by the next run, once all steps are finished. */
  publishes_at_once: z.optional(z.boolean()),
  /** What was published when the draft was begun, if what was published since changes the same part: a person has to merge the two. */
  base: z.optional(flowVersion),
  /** The last person who saved or published something. */
  changed_by: z.optional(z.looseObject({ uid: z.string(), name: z.nullish(z.string()) })),
})

export type FlowResponse = z.output<typeof flowResponse>
export type EditedFlowResponse = z.output<typeof editedFlow>
export type FlowVersionResponse = z.output<typeof flowVersion>

export const FLOW_ROUTES = routes<typeof FLOW_REQUESTS>()({
  listFlows: inOrganization('GET', '/flows', 'flow.read', 200, z.array(flowResponse)),
  getFlow: inOrganization('GET', '/flows/:flowId', 'flow.read', 200, flowResponse),
  createFlow: inOrganization('POST', '/flows', 'flow.write', 201, flowResponse),
  updateFlow: inOrganization('PATCH', '/flows/:flowId', 'flow.write', 200, flowResponse),
  takeOverFlow: inOrganization('POST', '/flows/:flowId/take-over', 'flow.write', 200, flowResponse),
  getDraft: inOrganization('GET', '/flows/:flowId/draft', 'flow.read', 200, editedFlow),
  saveDraft: inOrganization('PUT', '/flows/:flowId/draft', 'flow.write', 200, editedFlow),
  discardDraft: inOrganization('DELETE', '/flows/:flowId/draft', 'flow.write', 204, null),
  publishFlow: inOrganization('POST', '/flows/:flowId/publish', 'flow.write', 200, flowResponse),
  deleteFlow: inOrganization('DELETE', '/flows/:flowId', 'flow.write', 204, null),
  runFlow: inOrganization('POST', '/flows/:flowId/run', 'flow.run', 202, startedRun),
  dryRunFlow: inOrganization('POST', '/flows/:flowId/dry-run', 'flow.run', 202, startedRun),
  verifyFlow: inOrganization('POST', '/flows/:flowId/verify', 'flow.run', 202, startedRun),
  countBackfill: inOrganization(
    'POST',
    '/flows/:flowId/backfill/count',
    'flow.run',
    200,
    z.looseObject({ streams: z.array(z.looseObject({ entity: z.string(), rows: z.number() })) }),
  ),
  backfillFlow: inOrganization('POST', '/flows/:flowId/backfill', 'flow.run', 202, startedRun),
})
