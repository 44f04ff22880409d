import { z } from 'zod/mini'

import { RUN_STATUSES } from '../core/catalog/runs/run-states.ts'
import { known } from './camel-cased.ts'
import { instant } from './primitives.ts'

/** What a flow tells of its last run; every run has it, too. Here, so that lists of flows do not load the whole of runs. */
export const runSummary = z.looseObject({
  id: z.string(),
  status: known(RUN_STATUSES, 'running'),
  started_at: z.nullish(instant),
  finished_at: z.nullish(instant),
  rows_written: z.optional(z.number()),
  /** Of the last run of a flow. */
  rows_read: z.optional(z.number()),
  rows_rejected: z.optional(z.number()),
})
