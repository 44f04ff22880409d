import type { Budget, BudgetKind } from '../catalog/budgets.ts'
import type { Result } from '../result.ts'

export type Spent = Readonly<Record<BudgetKind, number>>

/** The budget of an organization, and what was spent in this calendar month (UTC). */
export interface BudgetOverview {
  /** The first day of the month. */
  readonly month: string
  readonly budget: Budget
  readonly spent: Spent
  /** By the flow that was named. */
  readonly flowSpent?: Spent
}

/** May be `not-offered`. */
export interface BudgetRepository {
  get(organizationId: string, flowId?: string): Promise<Result<BudgetOverview>>
  /** Vendors that charge for each answer are asked again today. */
  forgetAnswers(organizationId: string): Promise<Result<void>>
  change(organizationId: string, budget: Budget): Promise<Result<BudgetOverview>>
}
