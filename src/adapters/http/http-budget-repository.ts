import { BUDGET_ROUTES } from '../../contract/budgets.ts'
import type { BudgetOverview, BudgetRepository } from '../../core/budgets/budget-repository.ts'
import type { Budget } from '../../core/catalog/budgets.ts'
import type { Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'

export class HttpBudgetRepository implements BudgetRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  get(orgId: string, flow?: string): Promise<Result<BudgetOverview>> {
    return this.#http.call(BUDGET_ROUTES.getBudgets, { params: { orgId }, query: { flow } })
  }

  forgetAnswers(orgId: string): Promise<Result<void>> {
    return this.#http.send(BUDGET_ROUTES.forgetAnswers, { params: { orgId } })
  }

  change(orgId: string, body: Budget): Promise<Result<BudgetOverview>> {
    return this.#http.call(BUDGET_ROUTES.updateBudgets, { params: { orgId }, body })
  }
}
