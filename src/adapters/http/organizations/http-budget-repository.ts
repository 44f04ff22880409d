import { BUDGET_ROUTES } from '../../../contract/budgets.ts'
import type { BudgetRepository } from '../../../core/budgets/budget-repository.ts'
import type { HttpClient } from '../http-client.ts'

export const httpBudgetRepository = (http: HttpClient): BudgetRepository => ({
  get: (orgId, flow) => http.call(BUDGET_ROUTES.getBudgets, { params: { orgId }, query: { flow } }),

  forgetAnswers: (orgId) => http.send(BUDGET_ROUTES.forgetAnswers, { params: { orgId } }),

  change: (orgId, body) => http.call(BUDGET_ROUTES.updateBudgets, { params: { orgId }, body }),
})
