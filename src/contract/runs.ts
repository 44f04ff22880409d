import { z } from 'zod/mini'

import { CHECK_STATES } from '../core/catalog/runs/check-states.ts'
import { LOG_ORIGINS } from '../core/catalog/runs/log-origins.ts'
import { known, whole } from './camel-cased.ts'
import { runEstimate } from './estimates.ts'

import { instant, startedRun } from './primitives.ts'
import { arrivalCheck, dataCheckResult, readWindow, runReceipt, standInEnd, streamPhases } from './receipts.ts'
import type { RUN_REQUESTS } from './requests/runs.ts'
import { inOrganization, routes } from './route.ts'
import { rowChanges } from './row-changes.ts'
import { changedColumn, runError } from './run-error.ts'
import { runSummary } from './run-summary.ts'
import { noteSentences, sentence } from './sentence.ts'
import { structureReport } from './structure-report.ts'
import { savedVersion } from './versions.ts'

/** An attempt that did not finish the run. */
const runAttempt = z.looseObject({ attempt: z.number(), ended_at: instant, error: runError })

export const runStream = z.looseObject({
  entity: z.string(),
  target: z.string(),
  status: z.string(),
  rows_read: z.number(),
  rows_filtered: z.number(),
  rows_rejected: z.number(),
  rows_written: z.number(),
  /** Created by steps, for example when a join creates two rows from one: read + added = written + filtered + rejected. */
  rows_added: z.optional(z.number()),
  /** Rows of the target that the source no longer has. */
  rows_removed: z.optional(z.number()),
  rows_marked: z.optional(z.number()),
  /** Filtered ones that arrived: the destination had them, or another row of their key. */
  rows_left_out: z.optional(z.number()),
  bytes: z.number(),
  estimated_rows: z.nullish(z.number()),
  window: z.catch(z.optional(readWindow), undefined),
  /** Notes for people about how the rows were moved. */
  notes: z.catch(z.optional(z.array(z.string())), undefined),
  note_sentences: noteSentences,
  /** How the rows were checked in the destination, and the total duration; the rest of the receipt has its own call. */
  receipt: z.catch(
    z.optional(
      z.looseObject({
        check: z.optional(arrivalCheck),
        data_checks: z.catch(z.optional(z.readonly(z.array(z.extend(dataCheckResult, { sentence })))), undefined),
        phases: z.optional(streamPhases),
        cursor_before: z.optional(z.string()),
        /** Keys that the source sent to find vanished rows, in addition to the rows. */
        keys_compared: z.optional(z.number()),
        hash: z.optional(z.string()),
      }),
    ),
    undefined,
  ),
  /** The findings of a dry run; absent if the destination cannot be compared. */
  difference: z.catch(
    z.optional(
      z.looseObject({
        created: z.number(),
        changed: z.number(),
        removed: z.number(),
        /** Rows that would be marked, because the source no longer has them. */
        marked: z.optional(z.number()),
        unchanged: z.number(),
        /** Rows of which the destination was not asked whether they already exist. */
        unknown: z.optional(z.number()),
      }),
    ),
    undefined,
  ),
  /** The columns by whose values both sides were compared. */
  compared_columns: z.catch(z.optional(z.array(z.string())), undefined),
  /** The columns that a run writes and that were not compared. */
  uncompared_columns: z.catch(z.optional(z.array(z.string())), undefined),
  /** A dry run has created the message that a run would send; `row-changes` returns it. */
  has_message: z.catch(z.optional(z.boolean()), undefined),
  error: z.nullish(runError),
  /** Of a table that is over: how the columns of both ends differ from those of its last success. */
  column_changes: z.catch(z.optional(z.array(changedColumn)), undefined),
  /** Columns that were probably renamed at the source while the target followed. Told for two weeks, or until a step gives them their names back. */
  renamed_columns: z.catch(z.optional(z.array(z.looseObject({ name: z.string(), to: z.string() }))), undefined),
})

/** Versions, for people: of `millrace`, `source`, `destination`; each is absent if it is not known, or if that end has none. */
const runServers = z.record(z.string(), z.string())

/** What has changed around a flow between its last run that succeeded and a run. */
const changesSinceGood = z.looseObject({
  /** Absent: no run of the flow had succeeded before. */
  good_run_id: z.nullish(z.string()),
  /** Saved changes of the connections, and of their credentials, newest first. */
  settings: z.array(
    z.extend(savedVersion, {
      /** `connection`, or `integration` for its credentials. */
      of: z.string(),
      side: z.string(),
      connection: z.looseObject({ id: z.string(), name: z.string() }),
    }),
  ),
  servers: z.looseObject({ before: runServers, after: runServers }),
})

/** Like a flow's own `config`; only the fields that identify its parts are read. */
const flowOfRun = z.looseObject({
  source_connection_id: z.string(),
  destination_connection_id: z.string(),
  config: z.looseObject({
    streams: z.array(whole(z.looseObject({ entity: z.string() }))),
    transformations: z.array(whole(z.looseObject({ id: z.string(), type: z.string() }))),
    schedule: z.nullish(z.looseObject({})),
    after: z.nullish(z.looseObject({})),
    sql_before: z.nullish(z.string()),
    sql_after: z.nullish(z.string()),
    budget: z.nullish(z.looseObject({})),
    structure: z.nullish(z.string()),
    worker_class: z.nullish(z.string()),
  }),
})

/** Over all streams, including those that are left out. */
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
  rows_removed: z.optional(z.number()),
  rows_marked: z.optional(z.number()),
  bytes: z.number(),
  estimated_rows: z.number(),
  /** Rows of streams that have succeeded. */
  rows_arrived: z.number(),
  /** Streams whose counts are consistent. */
  balanced: z.number(),
  check: z.nullish(known(CHECK_STATES)),
  /** Of a dry run or a comparison: rows that are not the same on both sides. */
  rows_differing: z.optional(z.number()),
  /** A dry run has found that a run would stop, at a check or before its first row. */
  would_stop: z.optional(z.boolean()),
})

export const runResponse = z.extend(runSummary, {
  flow_id: z.string(),
  flow_name: z.optional(z.string()),
  /** The flow is in the trash, or deleted permanently; its runs stay. */
  flow_deleted: z.optional(z.boolean()),
  flow_version: z.optional(z.number()),
  trigger: z.optional(z.string()),
  triggered_by: z.nullish(z.looseObject({ uid: z.string(), name: z.nullish(z.string()) })),
  /** The scheduled time. */
  scheduled_for: z.nullish(instant),
  /** The runs after which it started, with the names that their flows had. */
  started_after: z.catch(
    z.optional(z.array(z.looseObject({ run_id: z.string(), flow_id: z.string(), flow_name: z.string() }))),
    undefined,
  ),
  attempt: z.optional(z.number()),
  /** The previous attempts, oldest first. */
  attempts: z.catch(z.optional(z.array(runAttempt)), undefined),
  /** The start of the next attempt, while the run waits for it. */
  retry_at: z.nullish(instant),
  /** The maximum number of attempts before the run fails with this error. */
  attempts_allowed: z.optional(z.number()),
  /** Nothing was written, because it only showed what a run would do. */
  dry: z.optional(z.boolean()),
  /** The dry run is of the flow as this file says it, which was not saved; `is_new`: it did not exist. */
  draft: z.catch(
    z.optional(z.looseObject({ file: z.optional(z.string()), is_new: z.optional(z.boolean()) })),
    undefined,
  ),
  /** Present if a stand-in on the server's machine played this end. */
  source: z.catch(z.optional(standInEnd), undefined),
  destination: z.catch(z.optional(standInEnd), undefined),
  /** Steps created new rows from those that were read, as an aggregate does: the difference was not filtered out. */
  becomes_others: z.optional(z.boolean()),
  /** A dry run that compares the tables of both sides as they are now. */
  verify: z.optional(z.boolean()),
  /** It reads parts of tables again, whatever was read before; the position stays. */
  backfill: z.catch(
    z.optional(
      z.array(z.looseObject({ entity: z.string(), from: z.optional(z.string()), to: z.optional(z.string()) })),
    ),
    undefined,
  ),
  queued_at: z.optional(instant),
  /**
   * Why it has not begun: `active` of the `allowed` runs of its account are active, in all organizations of the first owner, or of
   * its organization if that has limits of its own; `before` waiting runs start before it (100: or more); `workers` of the `class`
   * that its flow asks for take it.
   */
  waiting: z.catch(
    z.optional(
      z.looseObject({
        active: z.number(),
        allowed: z.number(),
        of: z.optional(known(['account', 'organization'], 'account')),
        before: z.number(),
        class: z.optional(z.string()),
        workers: z.optional(z.number()),
      }),
    ),
    undefined,
  ),
  /** Somebody has requested its end, and its worker has not stopped yet. */
  cancel_requested: z.optional(z.boolean()),
  error: z.nullish(runError),
  /** All of them for a run that is requested by its id. Lists and events leave out those of a run with more than 50. */
  streams: z.optional(z.array(runStream)),
  /** In an event about a run with more than 50: those that have changed since the previous event. */
  changed_streams: z.optional(z.array(runStream)),
  totals: z.catch(z.optional(runTotals), undefined),
  /** The rows that it had read at some moments of its last attempt, in milliseconds since that began; only for a run that is requested by its id. */
  rows_over_time: z.catch(z.optional(z.array(z.looseObject({ ms: z.number(), rows_read: z.number() }))), undefined),
  /** A person has approved this dry run; only for a run that is requested by its id. */
  approval: z.catch(
    z.optional(z.looseObject({ by: z.string(), at: instant, ends_at: instant, used_at: z.nullish(instant) })),
    undefined,
  ),
  /** The flow at the time of the request; only for a run that is requested by its id. */
  flow: z.catch(z.optional(flowOfRun), undefined),
})

export const runLogLine = z.looseObject({
  id: z.number(),
  at: instant,
  level: z.string(),
  message: z.string(),
  sentence,
  entity: z.nullish(z.string()),
  /** source, destination or step; absent if it concerns the run as a whole. */
  origin: z.nullish(known(LOG_ORIGINS)),
})

/** The content of event streams; `event:` is the name, `data:` the JSON, `id:` the Last-Event-ID for resuming. */
export const runEvents = {
  run: runResponse,
  log: z.extend(runLogLine, { run_id: z.optional(z.string()) }),
  /** In an organization's stream: another object than a run has changed; also a flow that has become late. */
  change: z.looseObject({ kind: z.string(), id: z.optional(z.string()) }),
  /** In an organization's stream that names a flow: everybody who has it open, the reader too. */
  presence: z.looseObject({
    flow_id: z.string(),
    people: z.array(z.looseObject({ uid: z.string(), name: z.nullish(z.string()) })),
  }),
  /** In an organization's stream: more has happened than is sent. */
  stale: z.looseObject({}),
}

export type RunResponse = z.output<typeof runResponse>
export type RunLogLine = z.output<typeof runLogLine>

const runPage = z.looseObject({ runs: z.array(runResponse), next_cursor: z.nullish(z.string()) })

const runLogPage = z.looseObject({
  lines: z.array(runLogLine),
  /** The number in the whole log, and the number that matches the filter. */
  counts: z.catch(z.optional(z.looseObject({ lines: z.number(), fitting: z.number() })), undefined),
  next_cursor: z.nullish(z.string()),
})

/** Some of the rows that a check found, as texts, in the order of the columns; none after their time. */
const checkRows = z.looseObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.nullable(z.string()))),
})

export const RUN_ROUTES = routes<typeof RUN_REQUESTS>()({
  listRuns: inOrganization('GET', '/runs', 'run.read', 200, runPage),
  listFlowRuns: inOrganization('GET', '/flows/:flowId/runs', 'run.read', 200, runPage),
  getRun: inOrganization('GET', '/runs/:runId', 'run.read', 200, runResponse),
  getRunLog: inOrganization('GET', '/runs/:runId/log', 'run.read', 200, runLogPage),
  watchRun: { ...inOrganization('GET', '/runs/:runId/events', 'run.read', 200, null), events: true },
  watchOrganization: { ...inOrganization('GET', '/events', 'run.read', 200, null), events: true },
  getRunStructure: inOrganization('GET', '/runs/:runId/structure', 'flow.read', 200, structureReport),
  getRunReceipt: inOrganization('GET', '/runs/:runId/receipt', 'run.read', 200, runReceipt),
  getRunChanges: inOrganization('GET', '/runs/:runId/changes', 'run.read', 200, changesSinceGood),
  getRunEstimate: inOrganization('GET', '/runs/:runId/estimate', 'run.read', 200, runEstimate),
  listRowChanges: inOrganization('GET', '/runs/:runId/row-changes', 'run.data', 200, rowChanges),
  listCheckRows: inOrganization('GET', '/runs/:runId/check-rows', 'run.data', 200, checkRows),
  sendDiffering: inOrganization('POST', '/runs/:runId/send-differing', 'flow.run', 202, startedRun),
  retryRun: inOrganization('POST', '/runs/:runId/retry', 'flow.run', 202, startedRun),
  approveDryRun: inOrganization('POST', '/runs/:runId/approval', 'flow.run', 204, null),
  runApproved: inOrganization('POST', '/runs/:runId/run-approved', 'flow.run', 202, startedRun),
  decideVanished: inOrganization('POST', '/runs/:runId/vanished', 'flow.run', 202, startedRun),
  cancelRun: inOrganization('POST', '/runs/:runId/cancel', 'run.cancel', 202, runResponse),
})
