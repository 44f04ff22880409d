import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import { landedCheck, readWindow, runReceipt, streamPhases } from './receipts.ts'
import type { RUN_REQUESTS } from './requests/runs.ts'
import { routes } from './route.ts'
import { runError } from './run-error.ts'
import { noteSentences, sentence } from './sentence.ts'

/** An attempt that did not bring the run to its end. */
const runAttempt = z.looseObject({ attempt: z.number(), ended_at: instant, error: runError })

export const runSummary = z.looseObject({
  id: z.string(),
  status: z.string(),
  started_at: z.nullish(instant),
  finished_at: z.nullish(instant),
  rows_written: z.optional(z.number()),
})

export const runStream = z.looseObject({
  entity: z.string(),
  target: z.string(),
  status: z.string(),
  rows_read: z.number(),
  rows_filtered: z.number(),
  rows_rejected: z.number(),
  rows_written: z.number(),
  /** Made by steps, as a join makes two rows of one: read + added = written + filtered + rejected. */
  rows_added: z.optional(z.number()),
  bytes: z.number(),
  estimated_rows: z.nullish(z.number()),
  window: z.catch(z.optional(readWindow), undefined),
  /** What a person should know of how the rows came across. */
  notes: z.catch(z.optional(z.array(z.string())), undefined),
  note_sentences: noteSentences,
  /** How far the rows were looked at in the destination, and how long it all took; the rest of the receipt is its own call. */
  receipt: z.catch(
    z.optional(
      z.looseObject({
        check: z.optional(landedCheck),
        phases: z.optional(streamPhases),
        cursor_before: z.optional(z.string()),
        hash: z.optional(z.string()),
      }),
    ),
    undefined,
  ),
  /** What a dry run found that a run would do; absent where the destination cannot be compared. */
  difference: z.catch(
    z.optional(z.looseObject({ created: z.number(), changed: z.number(), removed: z.number(), unchanged: z.number() })),
    undefined,
  ),
  /** A dry run has found what message a run would send, which `row-changes` tells. */
  has_message: z.catch(z.optional(z.boolean()), undefined),
  error: z.nullish(runError),
})

/** As a flow's own `config`, of which only what tells its parts apart is looked at. */
const flowOfRun = z.looseObject({
  source_connection_id: z.string(),
  destination_connection_id: z.string(),
  config: z.looseObject({
    streams: z.array(z.looseObject({ entity: z.string() })),
    transformations: z.array(z.looseObject({ id: z.string(), type: z.string() })),
    schedule: z.nullish(z.looseObject({})),
  }),
})

/** Over all streams, also those that are left out. */
const runTotals = z.looseObject({
  streams: z.number(),
  succeeded: z.number(),
  /** Failed or cancelled. */
  failed: z.number(),
  rows_read: z.number(),
  rows_written: z.number(),
  rows_filtered: z.number(),
  rows_rejected: z.number(),
  rows_added: z.number(),
  bytes: z.number(),
  estimated_rows: z.number(),
  /** Rows of streams that have succeeded. */
  rows_arrived: z.number(),
  /** Streams whose rows are all accounted for. */
  balanced: z.number(),
  check: z.nullish(z.string()),
})

export const runResponse = z.extend(runSummary, {
  flow_id: z.string(),
  flow_name: z.optional(z.string()),
  flow_version: z.optional(z.number()),
  trigger: z.optional(z.string()),
  triggered_by: z.nullish(z.looseObject({ uid: z.string(), name: z.nullish(z.string()) })),
  /** The time that a schedule had set. */
  scheduled_for: z.nullish(instant),
  attempt: z.optional(z.number()),
  /** Those before, oldest first. */
  attempts: z.catch(z.optional(z.array(runAttempt)), undefined),
  /** When the next begins, while the run waits for that. */
  retry_at: z.nullish(instant),
  /** How many there may be in all before the run fails with this error. */
  attempts_allowed: z.optional(z.number()),
  /** Nothing was written: it was to show what a run would do. */
  dry: z.optional(z.boolean()),
  queued_at: z.optional(instant),
  /** Why it has not begun: of its organization's runs `active` are under way of those `allowed`; of all that wait, `before` begin first (100: or more). */
  waiting: z.catch(
    z.optional(z.looseObject({ active: z.number(), allowed: z.number(), before: z.number() })),
    undefined,
  ),
  /** Somebody has asked for its end, and its worker has not yet let go. */
  cancel_requested: z.optional(z.boolean()),
  error: z.nullish(runError),
  /** All of them of a run that is asked for by its id. Lists and events leave out those of a run that has more than 50. */
  streams: z.optional(z.array(runStream)),
  /** Of an event about a run with more than 50: those that have changed since the event before. */
  changed_streams: z.optional(z.array(runStream)),
  totals: z.catch(z.optional(runTotals), undefined),
  /** The flow as it was when the run was asked for; only of a run that is asked for by its id. */
  flow: z.catch(z.optional(flowOfRun), undefined),
})

export const runLogLine = z.looseObject({
  id: z.number(),
  at: instant,
  level: z.string(),
  message: z.string(),
  sentence,
  entity: z.nullish(z.string()),
  /** source, destination or step; absent for what is about the run as a whole. */
  origin: z.nullish(z.string()),
})

/** What the event streams carry; `event:` is the name, `data:` the JSON, `id:` what Last-Event-ID resumes after. */
export const runEvents = {
  run: runResponse,
  log: z.extend(runLogLine, { run_id: z.optional(z.string()) }),
  /** Of an organization's stream: something else than a run is not as it was; a flow that has become late, too. */
  change: z.looseObject({ kind: z.string(), id: z.optional(z.string()) }),
  /** Of an organization's stream: more has happened than is told. */
  stale: z.looseObject({}),
}

export type RunResponse = z.output<typeof runResponse>
export type RunStreamResponse = z.output<typeof runStream>
export type RunLogLine = z.output<typeof runLogLine>

const runPage = z.looseObject({ runs: z.array(runResponse), next_cursor: z.nullish(z.string()) })

const runLogPage = z.looseObject({
  lines: z.array(runLogLine),
  /** In the whole log, and of them those that fit what was asked for. */
  counts: z.catch(z.optional(z.looseObject({ lines: z.number(), fitting: z.number() })), undefined),
  next_cursor: z.nullish(z.string()),
})

/** Rows that the destination could not hold, with what they were to bring and why they did not. */
const rejectedPage = z.looseObject({
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  rows: z.array(
    z.looseObject({
      /** From 1, in the order in which rows came to the destination. */
      row: z.number(),
      column: z.string(),
      rule: z.string(),
      rule_sentence: sentence,
      /** Text, in the order of the columns; null where there is no value. */
      values: z.array(z.nullable(z.string())),
    }),
  ),
  next_cursor: z.nullish(z.string()),
})

/** Rows as they are and as they would be. */
const rowChanges = z.looseObject({
  columns: z.array(z.string()),
  rows: z.array(
    z.looseObject({
      /** Text, in the order of the columns, cut where it is long; absent for a row that would be new. */
      before: z.nullish(z.array(z.nullable(z.string()))),
      /** Absent for a row that would be gone. */
      after: z.nullish(z.array(z.nullable(z.string()))),
    }),
  ),
  /** Instead of rows: the message that a run would send. */
  message: z.optional(
    z.looseObject({
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      /** Cut where it is long. */
      text: z.string(),
      attachment: z.looseObject({ name: z.string(), bytes: z.number() }),
    }),
  ),
})

export const RUN_ROUTES = routes<typeof RUN_REQUESTS>()({
  listRuns: {
    method: 'GET',
    path: '/v1/organizations/:orgId/runs',
    access: 'run.read',
    response: runPage,
    status: 200,
  },
  listFlowRuns: {
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/runs',
    access: 'run.read',
    response: runPage,
    status: 200,
  },
  getRun: {
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId',
    access: 'run.read',
    response: runResponse,
    status: 200,
  },
  getRunLog: {
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId/log',
    access: 'run.read',
    response: runLogPage,
    status: 200,
  },
  watchRun: {
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId/events',
    access: 'run.read',
    response: null,
    status: 200,
    events: true,
  },
  watchOrganization: {
    method: 'GET',
    path: '/v1/organizations/:orgId/events',
    access: 'run.read',
    response: null,
    status: 200,
    events: true,
  },
  listRejectedRows: {
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId/rejected-rows',
    access: 'run.data',
    response: rejectedPage,
    status: 200,
  },
  getRunReceipt: {
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId/receipt',
    access: 'run.read',
    response: runReceipt,
    status: 200,
  },
  listRowChanges: {
    method: 'GET',
    path: '/v1/organizations/:orgId/runs/:runId/row-changes',
    access: 'run.data',
    response: rowChanges,
    status: 200,
  },
  replayRun: {
    method: 'POST',
    path: '/v1/organizations/:orgId/runs/:runId/replay',
    access: 'flow.run',
    response: z.looseObject({ run_id: z.optional(z.string()) }),
    status: 202,
  },
  retryRun: {
    method: 'POST',
    path: '/v1/organizations/:orgId/runs/:runId/retry',
    access: 'flow.run',
    response: z.looseObject({ run_id: z.optional(z.string()) }),
    status: 202,
  },
  cancelRun: {
    method: 'POST',
    path: '/v1/organizations/:orgId/runs/:runId/cancel',
    access: 'run.cancel',
    response: runResponse,
    status: 202,
  },
})
