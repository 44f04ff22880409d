import { z } from 'zod/mini'

import { connectionReference, streamRequest, transformationRequest } from './flow-config.ts'
import { id } from './primitives.ts'
import { route } from './route.ts'

/** One node of a preview: the rows as they leave it, or why there are none. */
const previewStep = z.looseObject({
  /** `source` for the rows as they are read, else the transformation's id. */
  id: z.string(),
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.nullable(z.string()))),
  /** Rows of the sample after this step; those beyond the first hundred are not in `rows`. */
  row_count: z.number(),
  truncated: z.optional(z.boolean()),
  error: z.optional(
    z.looseObject({
      code: z.string(),
      message: z.string(),
      hint: z.optional(z.string()),
      field: z.optional(z.string()),
    }),
  ),
})

/** One column of a stream, from the source to the target. */
const plannedColumn = z.looseObject({
  name: z.string(),
  /** Absent for a column that steps make. */
  source: z.optional(z.looseObject({ name: z.string(), type: z.string() })),
  /** Absent for a column that does not come, and while there is a problem. */
  target_type: z.optional(z.string()),
  notes: z.array(z.string()),
})

/** What would stop a run. */
const plannedProblem = z.looseObject({
  code: z.string(),
  message: z.string(),
  hint: z.optional(z.string()),
  /** The step to blame, by its id. */
  node: z.optional(z.string()),
  /** Columns that come and that the target lacks, where nothing else is wrong. */
  missing_columns: z.optional(z.array(z.string())),
})

/** A flow as it is drawn, saved or not. */
const plannedFlow = {
  /** Of a flow that is saved, what its last run saw is compared with what is there now. */
  flow_id: z.optional(id),
  source_connection: connectionReference,
  destination_connection: connectionReference,
  streams: z._default(z.array(streamRequest).check(z.maxLength(10_000)), []),
}

/** What a flow would do with its rows; of flows that are not saved, too. */
export const FLOW_PREVIEW_ROUTES = {
  previewFlow: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/preview',
    summary: 'Sample rows after each transformation',
    access: 'flow.write',
    // One for each pause in typing, of a few people at a time.
    limit: { calls: 300, seconds: 60 },
    request: z.strictObject({
      source: connectionReference,
      stream: z.string(),
      transformations: z.array(transformationRequest),
      up_to: z.optional(z.string()),
    }),
    response: z.looseObject({ sampled: z.number(), steps: z.array(previewStep) }),
    status: 200,
  }),
  planStream: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/plan',
    summary: 'What a run would do with one stream, column by column; nothing is written',
    access: 'flow.write',
    // One for each pause in changing settings, of a few people at a time.
    limit: { calls: 300, seconds: 60 },
    request: z.strictObject({
      ...plannedFlow,
      /** The entity to look at. */
      stream: z.string().check(z.minLength(1)),
      transformations: z._default(z.array(transformationRequest).check(z.maxLength(1_000)), []),
    }),
    response: z.looseObject({
      target: z.string(),
      effect: z.optional(z.string()),
      columns: z.array(plannedColumn),
      notes: z.array(z.string()),
      problem: z.optional(plannedProblem),
    }),
    status: 200,
  }),
  planTargets: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/targets',
    summary: 'Where each stream of a flow would land; without streams, each table of the source; nothing is written',
    access: 'flow.write',
    // One for each pause in choosing tables, of a few people at a time.
    limit: { calls: 300, seconds: 60 },
    request: z.strictObject(plannedFlow),
    response: z.looseObject({
      targets: z.array(z.looseObject({ entity: z.string(), target: z.string(), problem: z.optional(plannedProblem) })),
    }),
    status: 200,
  }),
}
