import { z } from 'zod'

import { instant } from './primitives.ts'
import { route } from './route.ts'

export const DASHBOARD_PERIODS = ['24h', '7d', '30d'] as const

const totals = z.looseObject({
  runs: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  rows_written: z.number(),
  /** Between start and end, of the runs that succeeded. */
  median_duration_ms: z.number().nullish(),
})

const flowReference = { flow_id: z.string(), flow_name: z.string() }

/**
 * Every figure names what it counts, so that a screen can link to the runs behind it. Elsewhere the same names may
 * mean something else (spec §3: "fields not shown"); what does not fit counts as absent.
 */
export const dashboardResponse = z.looseObject({
  period: z.string().optional(),
  from: instant.optional(),
  to: instant.optional(),
  totals: totals.optional().catch(undefined),
  /** The same figures for the period of equal length before. */
  previous: totals.optional().catch(undefined),
  /** Hours for a day, days otherwise, without gaps. */
  buckets: z
    .array(
      z.looseObject({
        start: instant,
        succeeded: z.number(),
        failed: z.number(),
        cancelled: z.number(),
        active: z.number(),
        rows_written: z.number(),
      }),
    )
    .optional()
    .catch(undefined),
  slowest_flows: z
    .array(z.looseObject({ ...flowReference, median_duration_ms: z.number(), runs: z.number() }))
    .optional()
    .catch(undefined),
  freshness: z
    .array(
      z.looseObject({
        ...flowReference,
        last_success_at: instant.nullish(),
        /** One per bucket: succeeded, failed, mixed, or nothing where no run ended. */
        outcomes: z.array(z.string().nullable()).optional(),
      }),
    )
    .optional()
    .catch(undefined),
  /** Flows whose last run failed. */
  attention: z
    .array(z.looseObject({ ...flowReference, run_id: z.string(), message: z.string().nullish(), at: instant }))
    .optional()
    .catch(undefined),
  running: z
    .array(z.looseObject({ ...flowReference, run_id: z.string(), status: z.string(), started_at: instant.nullish() }))
    .optional()
    .catch(undefined),
})

export type DashboardResponse = z.output<typeof dashboardResponse>

export const DASHBOARD_ROUTES = {
  getDashboard: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/dashboard',
    summary: 'What needs attention, and how the runs went',
    access: 'dashboard.read',
    query: z.strictObject({ period: z.enum(DASHBOARD_PERIODS).default('7d') }),
    request: null,
    response: dashboardResponse,
    status: 200,
  }),
}
