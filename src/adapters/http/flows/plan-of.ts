import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { AnswerOf } from '../../../contract/route.ts'
import type { ROUTES } from '../../../contract/routes.ts'
import { COLUMN_NOTES } from '../../../core/catalog/runs/column-notes.ts'
import type { StreamPlan } from '../../../core/flows/streams/stream-plan.ts'

export const planOf = (row: CamelCased<AnswerOf<(typeof ROUTES)['planStream']>>): StreamPlan => ({
  ...row,
  columns: row.columns.map((column) => ({
    ...column,
    notes: COLUMN_NOTES.filter((note) => column.notes.includes(note)),
  })),
})
