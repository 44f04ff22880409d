import { z } from 'zod/mini'

import { BUCKET_OUTCOMES } from '../core/catalog/runs/bucket-outcomes.ts'
import { known } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { DASHBOARD_REQUESTS } from './requests/dashboard.ts'
import { inOrganization, routes } from './route.ts'
import { runError } from './run-error.ts'
import { sentence } from './sentence.ts'

const totals = z.looseObject({
  runs: z.number(),
  succeeded: z.number(),
  /** Some of their tables arrived, others failed; counted neither as succeeded nor as failed. */
  partially_succeeded: z.optional(z.number()),
  failed: z.number(),
  cancelled: z.number(),
  rows_written: z.number(),
  /** Between start and end, of the runs that succeeded. */
  median_duration_ms: z.nullish(z.number()),
})

const flowReference = { flow_id: z.string(), flow_name: z.string() }

/**
 * Every name says what the figure counts, so that a screen can link to the runs behind it. Other hosts may use the same names
 * for something else (spec §3: "fields not shown"); a field that does not fit counts as absent.
 */
export const dashboardResponse = z.looseObject({
  period: z.optional(z.string()),
  from: z.optional(instant),
  to: z.optional(instant),
  totals: z.catch(z.optional(totals), undefined),
  /** The same figures for the previous period of equal length. */
  previous: z.catch(z.optional(totals), undefined),
  /** Hours for a day, days otherwise, without gaps. */
  buckets: z.catch(
    z.optional(
      z.array(
        z.looseObject({
          start: instant,
          succeeded: z.number(),
          partially_succeeded: z.optional(z.number()),
          failed: z.number(),
          cancelled: z.number(),
          active: z.number(),
          rows_written: z.number(),
        }),
      ),
    ),
    undefined,
  ),
  /** The fifteen flows that failed most in the period, then those whose last success is oldest; without flows that never ran. */
  freshness: z.catch(
    z.optional(
      z.array(
        z.looseObject({
          ...flowReference,
          last_success_at: z.nullish(instant),
          /** One per bucket: succeeded, failed, mixed, or nothing if no run ended. */
          outcomes: z.optional(z.array(z.nullable(known(BUCKET_OUTCOMES, null)))),
        }),
      ),
    ),
    undefined,
  ),
  /** Flows whose last run failed, completely or partly. */
  attention: z.catch(
    z.optional(
      z.array(
        z.looseObject({ ...flowReference, run_id: z.string(), message: z.nullish(z.string()), sentence, at: instant }),
      ),
    ),
    undefined,
  ),
  /** Reasons why flows fail: one for all that fail for the same reason with the same credentials, the latest first. */
  problems: z.catch(
    z.optional(
      z.array(
        z.looseObject({
          error: runError,
          flows: z.array(z.looseObject({ ...flowReference, run_id: z.string(), at: instant })),
        }),
      ),
    ),
    undefined,
  ),
  running: z.catch(
    z.optional(
      z.array(
        z.looseObject({ ...flowReference, run_id: z.string(), status: z.string(), started_at: z.nullish(instant) }),
      ),
    ),
    undefined,
  ),
})

export const DASHBOARD_ROUTES = routes<typeof DASHBOARD_REQUESTS>()({
  getDashboard: inOrganization('GET', '/dashboard', 'dashboard.read', 200, dashboardResponse),
})
