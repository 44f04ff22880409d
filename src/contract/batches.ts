import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { BATCH_REQUESTS } from './requests/batches.ts'
import { inOrganization, routes } from './route.ts'
import { sentence } from './sentence.ts'

const batch = z.looseObject({
  id: z.string(),
  asked_by: z.string(),
  asked_by_name: z.nullish(z.string()),
  /** Absent: the flows are run. */
  change: z.nullish(
    z.looseObject({
      enabled: z.optional(z.boolean()),
      schedule: z.nullish(z.looseObject({ cron: z.string() })),
      freshness_minutes: z.nullish(z.number()),
      add_tags: z.optional(z.array(z.string())),
      remove_tags: z.optional(z.array(z.string())),
      owner: z.nullish(z.looseObject({ uid: z.string() })),
    }),
  ),
  created_at: instant,
  cancelled_at: z.nullish(instant),
  /** All of its flows. */
  flows: z.number(),
  /** Those that it has not come to. */
  waiting: z.number(),
  /** Runs that have not ended. */
  running: z.number(),
  /** What could not be done, and why. */
  failures: z.array(
    z.looseObject({
      flow_id: z.string(),
      /** Absent if the flow is gone. */
      name: z.nullish(z.string()),
      error: z.looseObject({ code: z.string(), message: z.string(), sentence }),
    }),
  ),
})

export const BATCH_ROUTES = routes<typeof BATCH_REQUESTS>()({
  // Changes need more than runs: each is authorized by itself.
  startBatch: inOrganization('POST', '/batches', 'flow.run', 202, z.looseObject({ id: z.string() })),
  listBatches: inOrganization('GET', '/batches', 'flow.read', 200, z.array(batch)),
  /** The ids of its flows, in the order in which they were asked for. */
  listBatchFlows: inOrganization('GET', '/batches/:batchId/flows', 'flow.read', 200, z.array(z.string())),
  cancelBatch: inOrganization('POST', '/batches/:batchId/cancel', 'run.cancel', 204, null),
  closeBatch: inOrganization('DELETE', '/batches/:batchId', 'flow.run', 204, null),
})
