import { z } from 'zod/mini'

import { isBudget } from '../../core/catalog/budgets.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import type { RouteRequest } from '../route.ts'
import { id } from './primitives.ts'

const dollars = z
  .number()
  .check(
    z.refine(
      (limit) => isBudget('dollars', limit),
      inEnglish(sentence`An amount from 0 to 1,000,000 dollars, with at most 2 decimals`),
    ),
  )
const rows = z
  .number()
  .check(
    z.refine(
      (limit) => isBudget('rows', limit),
      inEnglish(sentence`A whole number of rows, at most 1,000,000,000,000`),
    ),
  )
const mails = z
  .number()
  .check(
    z.refine((limit) => isBudget('mails', limit), inEnglish(sentence`A whole number of mails, at most 1,000,000,000`)),
  )

/** Limits for a calendar month in UTC; absent or null: without a limit. */
export const budgetRequest = z.strictObject({
  dollars: z.optional(z.nullable(dollars)),
  rows: z.optional(z.nullable(rows)),
  mails: z.optional(z.nullable(mails)),
})

export const BUDGET_REQUESTS = {
  getBudgets: {
    summary:
      'The budgets of the organization, and what it has spent this calendar month (UTC); with a flow, also what that flow has spent',
    query: z.strictObject({ flow: z.optional(id) }),
  },
  forgetAnswers: {
    summary: 'Forgets answers that vendors have charged for today, so that the next runs ask and pay again',
  },
  updateBudgets: {
    readBy: { call: 'getBudgets', except: ['month', 'spent'] },
    summary: 'Changes the budgets of the organization; a run that would pass one stops before it does',
    request: budgetRequest,
  },
} satisfies Record<string, RouteRequest>
