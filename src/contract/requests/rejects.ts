import { z } from 'zod/mini'

import { MAX_REJECT_LIMITS } from '../../core/catalog/runs/reject-limits.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import type { RouteRequest } from '../route.ts'

const entity = z.string().check(z.minLength(1))

/** A row's number, as `rejected-rows` returns it. */
const rowId = z.int().check(z.minimum(1))

/** The rows of one cause: `column` and `rule` as `rejected-causes` returns them. */
const cause = {
  column: z.optional(z.string().check(z.minLength(1))),
  rule: z.optional(z.string().check(z.minLength(1))),
}

/** Values of a row, by column. */
const fields = z.record(z.string(), z.nullable(z.string()))

/** Which rows: these, all of a cause, all of a table, or all of the run. */
const pick = { entity: z.optional(entity), rows: z.optional(z.array(rowId).check(z.maxLength(10_000))), ...cause }

/** Half of a cause would mean more rows than the caller thinks. */
const wholeCause = z.refine<{ readonly column?: string | undefined; readonly rule?: string | undefined }>(
  ({ column, rule }) => (column === undefined) === (rule === undefined),
  { error: inEnglish(sentence`"column" and "rule" belong together`), path: ['rule'] },
)

const mend = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('round'), digits: z.int().check(z.minimum(0), z.maximum(100)) }),
  z.strictObject({ kind: z.literal('cut'), characters: z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1)) }),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('widen'), type: z.string().check(z.maxLength(1_000)) }),
])

export const REJECT_REQUESTS = {
  listRejectedRows: {
    summary:
      'Rows of a table that the destination could not hold, a hundred at a time; kept for the days of `getRejectLimits`',
    query: z
      .strictObject({
        /** Absent: the first table that has any. */
        entity: z.optional(entity),
        ...cause,
        cursor: z.optional(z.string().check(z.maxLength(200))),
      })
      .check(wholeCause),
  },
  listRejectedCauses: {
    summary: 'Why rows of a table were rejected: how many for each cause, the commonest values, and what would help',
    query: z.strictObject({
      /** Absent: the first table that has any. */
      entity: z.optional(entity),
    }),
  },
  editRejectedRows: {
    withinFlows: 'never',
    summary: 'Changes values of rejected rows before they are sent again',
    request: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            id: rowId,
            values: fields,
            /** Values that the caller has read, by column: if one of them has been changed since, nothing is changed. */
            seen: z.optional(fields),
          }),
        )
        .check(z.minLength(1), z.maxLength(1_000)),
    }),
  },
  replayRejectedRows: {
    summary: 'Runs the flow with nothing but these rejected rows, through its present steps',
    request: z
      .strictObject({
        ...pick,
        /** How values of the column are changed that the destination refuses. Needs `entity`, `column` and `rule`. */
        mend: z.optional(mend),
      })
      .check(wholeCause),
  },
  skipRejectedRows: {
    withinFlows: 'never',
    summary: 'Deletes rejected rows that shall not be sent again',
    request: z.strictObject(pick).check(wholeCause),
  },
  getRejectLimits: {
    summary: 'How many rejected rows of each table of a run are kept, for how long, and what is kept at present',
  },
  updateRejectLimits: {
    readBy: { call: 'getRejectLimits', except: ['kept'] },
    summary: 'Changes how many rejected rows are kept, and for how long; a shorter time applies to all kept rows',
    request: z.strictObject({
      rows: z.int().check(z.minimum(1), z.maximum(MAX_REJECT_LIMITS.rows)),
      megabytes: z.int().check(z.minimum(1), z.maximum(MAX_REJECT_LIMITS.megabytes)),
      days: z.int().check(z.minimum(1), z.maximum(MAX_REJECT_LIMITS.days)),
    }),
  },
  replayRun: { summary: 'Runs the flow with nothing but the rows that this run has rejected' },
} satisfies Record<string, RouteRequest>
