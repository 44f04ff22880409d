import type { BudgetKind } from '../../core/catalog/budgets.ts'

/** What may still be spent, and whose budget is the nearest. */
export interface Left {
  readonly amount: number
  readonly spent: number
  readonly isOfFlow: boolean
}

/**
 * What may still be spent of the budgets of a flow and its organization. Kept outside of the process, so that two runs at the same time, on
 * whatever machines, do not pass a budget together.
 */
export interface Allowance {
  /** What is left until the nearest budget is spent; only what has a budget. */
  left(): Promise<{ readonly [Kind in BudgetKind]?: Left }>
  /** Called before something is paid for or sent. @throws ConnectorError `BUDGET_SPENT` if it would pass a budget; then it does not count */
  spend(kind: BudgetKind, amount: number): Promise<void>
  /** Reserves rows. @returns `most`, or `least` if there is not as much left. @throws ConnectorError `BUDGET_SPENT` if `least` would pass a budget */
  spendRows(least: number, most: number): Promise<number>
  /** It was not charged or sent. */
  giveBack(kind: BudgetKind, amount: number): Promise<void>
}
