import { z } from 'zod/mini'

import type { ASSISTANT_REQUESTS } from './requests/assistants.ts'
import { inOrganization, routes } from './route.ts'

const assistantSettings = z.looseObject({
  /** Whether the calls below answer with values of rows. */
  shows_values: z.boolean(),
})

/** Text, in the order of the columns; null for no value. Long texts are cut. */
const values = z.array(z.nullable(z.string()))

const shown = {
  entity: z.string(),
  columns: z.array(z.looseObject({ name: z.string(), type: z.optional(z.string()) })),
  /** Columns that are not shown: a flow masks them or what they are made from, or nobody knows that they passed the steps. */
  withheld: z.array(z.string()),
  /** There are more rows than are shown. */
  has_more: z.boolean(),
}

export const ASSISTANT_ROUTES = routes<typeof ASSISTANT_REQUESTS>()({
  getAssistantSettings: inOrganization('GET', '/assistant-settings', 'organization.read', 200, assistantSettings),
  updateAssistantSettings: {
    method: 'PUT',
    path: '/v1/organizations/:orgId/assistant-settings',
    // No key has this permission: one that could allow itself to see values would be no limit.
    access: 'service-member.write',
    response: assistantSettings,
    status: 200,
  },
  showFlowRows: inOrganization(
    'POST',
    '/flows/:flowId/shown-rows',
    'run.data',
    200,
    z.looseObject({ ...shown, rows: z.array(values) }),
  ),
  showChangedRows: inOrganization(
    'GET',
    '/runs/:runId/shown-changes',
    'run.data',
    200,
    z.looseObject({
      ...shown,
      rows: z.array(
        z.looseObject({
          /** `new`, `changed` or `removed`. */
          kind: z.string(),
          /** After the steps; absent for a removed row, of which only the target knows values. */
          values: z.optional(values),
          /** The columns in which the target differs. */
          changed: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
  showRejectedRows: inOrganization(
    'GET',
    '/runs/:runId/shown-rejects',
    'run.data',
    200,
    z.looseObject({
      ...shown,
      causes: z.array(z.looseObject({ column: z.string(), rule: z.string(), rows: z.number() })),
      rows: z.array(
        z.looseObject({
          /** From 1, in the order in which rows reached the destination. */
          row: z.number(),
          column: z.string(),
          rule: z.string(),
          /** After the steps; absent for a row that somebody has changed since. */
          values: z.optional(values),
        }),
      ),
    }),
  ),
  showCheckRows: inOrganization(
    'GET',
    '/runs/:runId/shown-check-rows',
    'run.data',
    200,
    z.looseObject({ ...shown, rows: z.array(values) }),
  ),
})
