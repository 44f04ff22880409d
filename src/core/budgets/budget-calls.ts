import type { Budget } from '../catalog/budgets.ts'
import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { BudgetRepository } from './budget-repository.ts'

interface BudgetDeps {
  readonly organization: ActiveOrganization
  readonly budgets: BudgetRepository
}

const ask = forOrganization<BudgetDeps>()

export const BUDGET_CALLS = {
  fetchBudgets: ask(({ budgets }, organizationId, flowId?: string) => budgets.get(organizationId, flowId)),
  forgetAnswers: ask(({ budgets }, organizationId) => budgets.forgetAnswers(organizationId)),
  updateBudgets: ask(({ budgets }, organizationId, budget: Budget) => budgets.change(organizationId, budget)),
}
