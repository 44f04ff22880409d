import { z } from 'zod/mini'

import type { RouteRequest } from '../route.ts'
import { transformationRequest } from './flow-config.ts'

const entity = z.string().check(z.minLength(1))

/** Every look is recorded, and an assistant that loops must not fill the audit log. */
const limit = { calls: 60, seconds: 60 }

export const ASSISTANT_REQUESTS = {
  getAssistantSettings: { summary: 'Whether assistants may see values of rows' },
  updateAssistantSettings: {
    readBy: { call: 'getAssistantSettings' },
    summary: 'Allows or forbids that assistants see values of rows; only a person may',
    request: z.strictObject({ shows_values: z.boolean() }),
  },
  showFlowRows: {
    keepsNoAnswer: true,
    summary:
      'Up to 20 rows of a table of a flow, as they are after its steps, if the organization shows values to assistants; columns that a flow masks are shown masked or not at all',
    limit,
    request: z.strictObject({
      /** A table of the flow. Absent: its first one. */
      stream: z.optional(entity),
      /** Steps to try: they work on the rows that are shown without them, and are not saved. */
      steps: z._default(z.array(transformationRequest).check(z.maxLength(50)), []),
    }),
  },
  showChangedRows: {
    summary:
      'Up to 20 rows that a dry run found to be new, changed or gone, with their values after the steps, if the organization shows values to assistants; values of the target are not shown',
    limit,
    query: z.strictObject({
      /** Absent: the first table with stored rows. */
      entity: z.optional(entity),
    }),
  },
  showRejectedRows: {
    summary:
      'Why rows of a table were rejected, and up to 20 of them with their values after the steps, if the organization shows values to assistants',
    limit,
    query: z.strictObject({
      /** Absent: the first table that has any. */
      entity: z.optional(entity),
    }),
  },
  showCheckRows: {
    summary:
      'Up to 20 rows that did not pass a check of a table, with their values after the steps, if the organization shows values to assistants',
    limit,
    query: z.strictObject({
      entity: z.optional(entity),
      /** The id of the check. */
      check: z.optional(entity),
    }),
  },
} satisfies Record<string, RouteRequest>
