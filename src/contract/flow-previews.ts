import { z } from 'zod/mini'

import { COLUMN_NOTES } from '../core/catalog/runs/column-notes.ts'
import { TARGET_EFFECTS } from '../core/catalog/runs/target-effects.ts'
import { STEP_OBSTACLES, STEP_PLACES } from '../core/catalog/transformations/step-places.ts'
import { known } from './camel-cased.ts'
import { flowEstimate } from './estimates.ts'
import type { FLOW_PREVIEW_REQUESTS } from './requests/flow-previews.ts'
import { inOrganization, routes } from './route.ts'
import { noteSentences, sentence } from './sentence.ts'
import { structureReport } from './structure-report.ts'

/** One node of a preview: the rows after it, or the reason why there are none. */
const previewStep = z.looseObject({
  /** `source` for the input rows, `where` for an error of the condition that chooses them, otherwise the transformation's id. */
  id: z.string(),
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.nullable(z.string()))),
  /** Rows of the sample after this step; those beyond the first hundred are not in `rows`. */
  row_count: z.number(),
  truncated: z.optional(z.boolean()),
  /** For a join: with which rows of its other table it was done. */
  joined: z.optional(
    z.looseObject({
      stream: z.string(),
      /** Rows of the other table that were looked through. */
      read: z.number(),
      /** Every partner of the sampled rows was found. */
      is_whole: z.boolean(),
      /** Rows before the join that have a partner. */
      matched: z.number(),
    }),
  ),
  /** Where a run does the step, unless a value of a row needs Millrace. Absent: for the input rows, and while a step has an error. */
  place: z.optional(known(STEP_PLACES)),
  /** Why it does not run in the source. */
  obstacle: z.optional(known(STEP_OBSTACLES)),
  error: z.optional(
    z.looseObject({
      code: z.string(),
      message: z.string(),
      sentence,
      hint: z.optional(z.string()),
      hint_sentence: sentence,
      field: z.optional(z.string()),
      /** The position in the text of that field, in UTF-16 code units from its start. */
      position: z.optional(z.number()),
    }),
  ),
})

/** One column of a stream, from the source to the target. */
const plannedColumn = z.looseObject({
  name: z.string(),
  /** Absent for a column that steps create. */
  source: z.optional(z.looseObject({ name: z.string(), type: z.string() })),
  /** Absent for a column without a source, and while there is a problem. */
  target_type: z.optional(z.string()),
  notes: z.array(known(COLUMN_NOTES)),
})

/** Problems that would stop a run. */
const plannedProblem = z.looseObject({
  code: z.string(),
  message: z.string(),
  sentence,
  hint: z.optional(z.string()),
  hint_sentence: sentence,
  /** The id of the step with the error. */
  node: z.optional(z.string()),
  /** Moved columns that the target does not have, if nothing else is wrong. */
  missing_columns: z.optional(z.array(z.string())),
})

/** What a flow would do with its rows; also for unsaved flows. */
export const FLOW_PREVIEW_ROUTES = routes<typeof FLOW_PREVIEW_REQUESTS>()({
  previewFlow: inOrganization(
    'POST',
    '/flows/preview',
    'flow.write',
    200,
    z.looseObject({
      /** Rows that went through the steps. */
      sampled: z.number(),
      /** Rows of the source that were read for them; more with `where`. */
      read: z.optional(z.number()),
      /** The source has rows that were not read. */
      has_more: z.optional(z.boolean()),
      /** The columns by which the rows come, the key of the table. Absent: in no order that is known. */
      ordered_by: z.optional(z.array(z.string())),
      steps: z.array(previewStep),
    }),
  ),
  planStream: inOrganization(
    'POST',
    '/flows/plan',
    'flow.write',
    200,
    z.looseObject({
      target: z.string(),
      effect: z.optional(known(TARGET_EFFECTS)),
      columns: z.array(plannedColumn),
      notes: z.array(z.string()),
      note_sentences: noteSentences,
      problem: z.optional(plannedProblem),
    }),
  ),
  planStructure: inOrganization('POST', '/flows/structure', 'flow.write', 200, structureReport),
  planTargets: inOrganization(
    'POST',
    '/flows/targets',
    'flow.write',
    200,
    z.looseObject({
      targets: z.array(z.looseObject({ entity: z.string(), target: z.string(), problem: z.optional(plannedProblem) })),
    }),
  ),
  estimateFlow: inOrganization('POST', '/flows/estimate', 'flow.write', 200, flowEstimate),
  getFlowEstimate: inOrganization('GET', '/flows/:flowId/estimate', 'flow.read', 200, flowEstimate),
})
