import { z } from 'zod/mini'

import { MAX_BULK_ITEMS } from '../../core/catalog/bulk-calls.ts'
import type { RouteRequest } from '../route.ts'
import { scheduleRequest } from './flow-config.ts'
import { flowOwner, flowTags } from './flow-labels.ts'
import { freshness } from './freshness.ts'
import { id } from './primitives.ts'

export const BATCH_REQUESTS = {
  startBatch: {
    summary:
      'Runs or changes many flows: the server does it one by one, also after the caller has gone and after a restart',
    request: z.strictObject({
      flow_ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS)),
      /** Absent: the flows are run. Absent fields stay. */
      change: z.optional(
        z.strictObject({
          enabled: z.optional(z.boolean()),
          /** Null: on demand. */
          schedule: z.optional(z.nullable(scheduleRequest)),
          freshness_minutes: freshness,
          owner: flowOwner,
          add_tags: z.optional(flowTags),
          remove_tags: z.optional(flowTags),
        }),
      ),
    }),
  },
  listBatches: { summary: 'What was asked for many flows in the last 7 days, how far it is, and what failed' },
  listBatchFlows: { summary: 'The ids of the flows of a batch' },
  cancelBatch: { summary: 'Leaves out the flows that a batch has not come to, and cancels the runs that it started' },
  closeBatch: { summary: 'Forgets a batch that is over' },
} satisfies Record<string, RouteRequest>
