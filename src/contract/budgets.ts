import { z } from 'zod/mini'

import type { BUDGET_REQUESTS } from './requests/budgets.ts'
import { inOrganization, routes } from './route.ts'

/** Limits for a calendar month in UTC; null or absent: without a limit. */
export const budget = z.looseObject({
  dollars: z.nullish(z.number()),
  rows: z.nullish(z.number()),
  mails: z.nullish(z.number()),
})

const spent = z.looseObject({ dollars: z.number(), rows: z.number(), mails: z.number() })

const overview = z.looseObject({
  /** The first day of the calendar month in UTC. */
  month: z.string(),
  budget,
  /** In this month, with what runs under way have reserved. */
  spent,
  /** By the flow of the query. */
  flow_spent: z.optional(spent),
})

export const BUDGET_ROUTES = routes<typeof BUDGET_REQUESTS>()({
  getBudgets: inOrganization('GET', '/budgets', 'flow.read', 200, overview),
  forgetAnswers: inOrganization('DELETE', '/kept-answers', 'flow.run', 204, null),
  updateBudgets: inOrganization('PUT', '/budgets', 'organization.update', 200, overview),
})
