import { z } from 'zod/mini'
import { VANISHED_DECISIONS } from '../../core/catalog/policies/vanished-policies.ts'
import { LOG_ORIGINS } from '../../core/catalog/runs/log-origins.ts'
import { DRY_FILTERS, RUN_STATES, RUN_TRIGGERS } from '../../core/catalog/runs/run-states.ts'
import type { RouteRequest } from '../route.ts'
import { DASHBOARD_PERIODS } from './dashboard.ts'
import { pointInTime } from './primitives.ts'

/** The last run of the previous page. */
const afterRun = z.optional(z.uuid())

export const RUN_REQUESTS = {
  listRuns: {
    withinFlows: 'named-in-query',
    summary:
      'The organization’s runs, newest first, by state, flow, what started them, when they were asked for, and words',
    query: z.strictObject({
      /** In the flow’s name, in an error (not for assistants), or the start of a run’s id with eight characters or more. */
      q: z.optional(z.string().check(z.maxLength(200))),
      state: z.optional(z.enum(RUN_STATES)),
      flow: z.optional(z.uuid()),
      trigger: z.optional(z.enum(RUN_TRIGGERS)),
      /** `no`: runs that wrote, as on the dashboard; `only`: runs that wrote nothing. */
      dry: z.optional(z.enum(DRY_FILTERS)),
      /** The period until now, as on the dashboard. */
      period: z.optional(z.enum(DASHBOARD_PERIODS)),
      from: z.optional(pointInTime),
      to: z.optional(pointInTime),
      cursor: afterRun,
    }),
  },
  listFlowRuns: {
    summary: 'A flow’s runs, newest first',
    query: z.strictObject({ cursor: afterRun }),
  },
  getRun: { summary: 'One run with its streams' },
  getRunLog: {
    summary: 'A run’s log, oldest first',
    query: z.strictObject({
      cursor: z.optional(z.string().check(z.maxLength(200))),
      level: z.optional(z.enum(['info', 'warning', 'error'])),
      /** The origin of the line. */
      origin: z.optional(z.enum(LOG_ORIGINS)),
      /** One table, by its name at the source. */
      entity: z.optional(z.string().check(z.minLength(1))),
      /** In a message or the name of a table; for assistants, only in the name. */
      q: z.optional(z.string().check(z.maxLength(200))),
    }),
  },
  watchRun: { summary: 'A run as it happens: state, progress and log (server-sent events)' },
  watchOrganization: {
    summary:
      'Every run of the organization as it happens, and what else of it has changed, by kind and id (server-sent events)',
    query: z.strictObject({
      /** The flow that the reader has open: the stream also tells who else has it open. */
      flow: z.optional(z.uuid()),
    }),
  },
  getRunStructure: {
    summary: 'What became of indexes, constraints, defaults, views and comments of the source, and what cannot come',
  },
  getRunReceipt: {
    summary: 'What a run did, to be kept: counts, what was checked at the destination, windows, durations, hashes',
  },
  getRunChanges: {
    summary: 'What has changed around the flow since its last run that succeeded: connections, credentials, servers',
  },
  getRunEstimate: { summary: 'After a dry run: what reading has cost, and what its rows would cost the destination' },
  listRowChanges: {
    summary:
      'Up to a hundred rows of a table that a dry run found to be new, changed or gone; kept for the days of `getRejectLimits`',
    query: z.strictObject({
      /** Absent: the first table with stored rows. */
      entity: z.optional(z.string().check(z.minLength(1))),
    }),
  },
  listCheckRows: {
    summary: 'Up to a hundred rows of a table that did not pass one of its checks; kept as long as rejected rows',
    query: z.strictObject({
      entity: z.optional(z.string().check(z.minLength(1))),
      /** The id of the check. */
      check: z.optional(z.string().check(z.minLength(1))),
    }),
  },
  sendDiffering: {
    summary: 'Sends the rows that a comparison found to be missing or different, by their keys, and no others',
  },
  retryRun: {
    summary:
      'Runs the flow for only the tables that failed or were cancelled in this run; new columns that stopped them are taken once with new_columns=take',
    query: z.strictObject({ new_columns: z.optional(z.literal('take')) }),
  },
  approveDryRun: {
    summary:
      'A person accepts what a dry run shows: for 24 hours, a program that needs approval may start the flow once, while the flow stays the same',
  },
  runApproved: {
    summary: 'Runs the flow of a dry run that a person has approved, once; an earlier version of the flow is refused',
  },
  decideVanished: {
    summary:
      'Runs the flow again for the tables that stopped because too many rows are gone at the source: accepts as many as were found, or keeps all',
    request: z.strictObject({ decision: z.enum(VANISHED_DECISIONS) }),
  },
  cancelRun: { summary: 'Stops a run; the destination keeps its old data' },
} satisfies Record<string, RouteRequest>
