import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { CONNECTION_OVERVIEW_REQUESTS } from './requests/connection-overviews.ts'
import { inOrganization, routes } from './route.ts'
import { changedColumn } from './run-error.ts'

const drawnTest = z.looseObject({
  at: instant,
  ok: z.boolean(),
  /** The stage that failed. */
  stage: z.nullish(z.string()),
  milliseconds: z.number(),
})

const tableChange = z.looseObject({
  at: instant,
  run_id: z.string(),
  flow_id: z.string(),
  flow_name: z.string(),
  entity: z.string(),
  target: z.string(),
  columns: z.array(changedColumn),
})

const connectionOverview = z.looseObject({
  /** The last 60, the newest last. */
  tests: z.array(drawnTest),
  /** The newest first; each run that found a change tells it. */
  changes: z.array(tableChange),
  /** The tables that its flows have moved. */
  tables: z.array(
    z.looseObject({
      flow_id: z.string(),
      entity: z.string(),
      target: z.string(),
      /** Of its last arrival. */
      rows: z.nullish(z.number()),
      arrived_at: z.nullish(instant),
    }),
  ),
})

export const CONNECTION_OVERVIEW_ROUTES = routes<typeof CONNECTION_OVERVIEW_REQUESTS>()({
  getConnectionOverview: inOrganization(
    'GET',
    '/connections/:connectionId/overview',
    'connection.read',
    200,
    connectionOverview,
  ),
})
