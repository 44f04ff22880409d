import type { BudgetOverview, BudgetRepository, Spent } from '../../../core/budgets/budget-repository.ts'
import type { Budget } from '../../../core/catalog/budgets.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'

/** The same for every organization. */
export class MemoryBudgetRepository extends MemoryAnswers implements BudgetRepository {
  budget: Budget = {}
  spent: Spent = { dollars: 0, rows: 0, mails: 0 }
  /** By every flow. */
  flowSpent: Spent = { dollars: 0, rows: 0, mails: 0 }

  async get(_organizationId: string, flowId?: string): Promise<Result<BudgetOverview>> {
    return this.answer(() =>
      defined({
        month: '2026-01-01',
        budget: this.budget,
        spent: this.spent,
        flowSpent: flowId === undefined ? undefined : this.flowSpent,
      }),
    )
  }

  /** How often they were forgotten. */
  forgotten = 0

  async forgetAnswers(): Promise<Result<void>> {
    return this.answer(() => void this.forgotten++)
  }

  async change(organizationId: string, budget: Budget): Promise<Result<BudgetOverview>> {
    this.budget = budget
    return this.get(organizationId)
  }
}
