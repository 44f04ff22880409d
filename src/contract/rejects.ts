import { z } from 'zod/mini'

import { instant, startedRun } from './primitives.ts'
import type { REJECT_REQUESTS } from './requests/rejects.ts'
import { inOrganization, routes } from './route.ts'
import { sentence } from './sentence.ts'

const column = z.looseObject({ name: z.string(), type: z.string() })

/** Text, in the order of the columns; null for no value. */
const values = z.array(z.nullable(z.string()))

const rejectedRow = z.looseObject({
  id: z.optional(z.number()),
  /** From 1, in the order in which rows reached the destination. */
  row: z.number(),
  column: z.string(),
  rule: z.string(),
  rule_sentence: sentence,
  values,
  /** Before the steps, in the order of `source_columns`; absent if rows are known only as they reached the destination. */
  source_values: z.optional(values),
  /** As the run read them, if somebody has changed the row since. */
  original_values: z.optional(values),
  /** A run that has not ended sends it again. */
  is_sent: z.optional(z.boolean()),
  /** The target may have a row with its key that came later; then it is left out when it is sent again. */
  is_outdated: z.optional(z.boolean()),
})

/** Rows that the destination could not store, with their values and the reason. */
const rejectedPage = z.looseObject({
  columns: z.array(column),
  source_columns: z.optional(z.array(column)),
  rows: z.array(rejectedRow),
  next_cursor: z.nullish(z.string()),
})

/** What would make the column accept the value: `round` to `digits` decimals, `cut` to `characters`, `empty`, or `widen` the column to `type`. */
const mend = z.looseObject({
  kind: z.string(),
  digits: z.optional(z.number()),
  characters: z.optional(z.number()),
  type: z.optional(z.string()),
  /** For how many of the rows it helps. */
  rows: z.number(),
})

const rejectedCause = z.looseObject({
  column: z.string(),
  rule: z.string(),
  rule_sentence: sentence,
  /** All of them, also those for which there was no room. */
  rows: z.number(),
  kept: z.number(),
  /** The commonest refused values, the commonest first; long ones are cut. */
  values: z.array(z.looseObject({ value: z.nullable(z.string()), rows: z.number() })),
  mends: z.array(mend),
})

const rejectLimits = z.looseObject({
  /** Of each table of a run. */
  rows: z.number(),
  megabytes: z.number(),
  days: z.number(),
  /** What is kept at present. */
  kept: z.looseObject({ rows: z.number(), bytes: z.number(), runs: z.number(), oldest: z.nullish(instant) }),
})

export type RejectLimitsResponse = z.output<typeof rejectLimits>
export type RejectedCauseResponse = z.output<typeof rejectedCause>

export const REJECT_ROUTES = routes<typeof REJECT_REQUESTS>()({
  listRejectedRows: inOrganization('GET', '/runs/:runId/rejected-rows', 'run.data', 200, rejectedPage),
  listRejectedCauses: inOrganization(
    'GET',
    '/runs/:runId/rejected-causes',
    'run.data',
    200,
    z.looseObject({ causes: z.array(rejectedCause), days: z.optional(z.number()) }),
  ),
  editRejectedRows: inOrganization('PATCH', '/runs/:runId/rejected-rows', 'run.data', 204, null),
  replayRejectedRows: inOrganization('POST', '/runs/:runId/rejected-rows/replay', 'flow.run', 202, startedRun),
  skipRejectedRows: inOrganization(
    'POST',
    '/runs/:runId/rejected-rows/skip',
    'run.data',
    200,
    z.looseObject({ rows: z.number() }),
  ),
  getRejectLimits: inOrganization('GET', '/reject-limits', 'organization.read', 200, rejectLimits),
  updateRejectLimits: inOrganization('PUT', '/reject-limits', 'organization.update', 200, rejectLimits),
  replayRun: inOrganization('POST', '/runs/:runId/replay', 'flow.run', 202, startedRun),
})
