import type { z } from 'zod/mini'

import type { BudgetOverviewResponse, budget } from '../../contract/budgets.ts'
import { BUDGET_ROUTES } from '../../contract/budgets.ts'
import type { BudgetOverview, BudgetRepository } from '../../core/budgets/budget-repository.ts'
import type { Budget } from '../../core/catalog/budgets.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpBudgetRepository implements BudgetRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async get(orgId: string, flowId?: string): Promise<Result<BudgetOverview>> {
    const query = flowId === undefined ? {} : { flow: flowId }
    return map(await this.#http.call(BUDGET_ROUTES.getBudgets, { params: { orgId }, query }), overviewFromWire)
  }

  forgetAnswers(orgId: string): Promise<Result<void>> {
    return this.#http.send(BUDGET_ROUTES.forgetAnswers, { params: { orgId } })
  }

  async change(orgId: string, limits: Budget): Promise<Result<BudgetOverview>> {
    return map(
      await this.#http.call(BUDGET_ROUTES.updateBudgets, { params: { orgId }, body: { ...limits } }),
      overviewFromWire,
    )
  }
}

export const budgetFromWire = ({ dollars, rows, mails }: z.output<typeof budget>): Budget =>
  withoutAbsent({ dollars, rows, mails })

const overviewFromWire = ({ month, spent, flow_spent, ...row }: BudgetOverviewResponse): BudgetOverview => ({
  ...{ month, budget: budgetFromWire(row.budget), spent: spentFromWire(spent) },
  ...withoutAbsent({ flowSpent: flow_spent && spentFromWire(flow_spent) }),
})

const spentFromWire = ({ dollars, rows, mails }: BudgetOverviewResponse['spent']) => ({ dollars, rows, mails })
