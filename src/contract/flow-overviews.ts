import { z } from 'zod/mini'

import { RUN_STATUSES } from '../core/catalog/runs/run-states.ts'
import { known } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { FLOW_OVERVIEW_REQUESTS } from './requests/flow-overviews.ts'
import { inOrganization, routes } from './route.ts'
import { changedColumn } from './run-error.ts'
import { savedVersion } from './versions.ts'

/** A run as a mark in the pictures of its flow. */
const drawnRun = z.looseObject({
  id: z.string(),
  status: known(RUN_STATUSES, 'running'),
  trigger: z.optional(z.string()),
  queued_at: instant,
  started_at: z.nullish(instant),
  finished_at: z.nullish(instant),
  rows_written: z.number(),
  rows_rejected: z.number(),
  /** Its success made the flow fresh, unlike that of a replay or a backfill. */
  made_fresh: z.boolean(),
})

const movedTable = z.looseObject({
  entity: z.string(),
  target: z.string(),
  /** Of its last arrival; null if none of the runs has brought it. */
  rows: z.nullish(z.number()),
  arrived_at: z.nullish(instant),
  /** When a run last brought rows; for a table that is replaced, another number of rows than the run before. */
  changed_at: z.nullish(instant),
})

const recentChange = z.looseObject({
  at: instant,
  /** `columns`: what a run found changed in a table. */
  of: known(['flow', 'connection', 'columns']),
  saved: z.optional(savedVersion),
  connection: z.optional(z.looseObject({ id: z.string(), name: z.string() })),
  run_id: z.optional(z.string()),
  entity: z.optional(z.string()),
  target: z.optional(z.string()),
  columns: z.optional(z.array(changedColumn)),
})

const flowOverview = z.looseObject({
  last_success_at: z.nullish(instant),
  /** The last success before these runs; null if there are no earlier runs. */
  success_before_at: z.nullish(instant),
  /** The last 60, without dry runs, the newest last. */
  runs: z.array(drawnRun),
  /** The tables with the most rows: what each of these runs has written into them. */
  largest_tables: z.array(z.looseObject({ target: z.string(), rows: z.array(z.number()) })),
  tables: z.array(movedTable),
  spending: z.looseObject({
    /** The first day of the calendar month in UTC. */
    month: z.string(),
    spent: z.looseObject({ dollars: z.number(), rows: z.number(), mails: z.number() }),
    /** Days in UTC on which runs began; none if what the flow spends has neither a price nor a limit. */
    days: z.array(z.looseObject({ day: z.string(), dollars: z.number(), rows: z.number(), mails: z.number() })),
  }),
  /** The newest first. */
  changes: z.array(recentChange),
})

export const FLOW_OVERVIEW_ROUTES = routes<typeof FLOW_OVERVIEW_REQUESTS>()({
  getFlowOverview: inOrganization('GET', '/flows/:flowId/overview', 'flow.read', 200, flowOverview),
})
