import { BUDGET_KINDS, type Budget, type BudgetKind, isBudget, WARNED_SHARE } from '../catalog/budgets.ts'
import type { FlowConfig } from '../flows/flow.ts'

/** A budget as it is typed; empty: without a limit. */
export type BudgetDraft = Readonly<Record<BudgetKind, string>>

export const draftOf = (budget: Budget | undefined): BudgetDraft => ({
  dollars: textOf(budget?.dollars),
  rows: textOf(budget?.rows),
  mails: textOf(budget?.mails),
})

const textOf = (limit: number | undefined) => (limit === undefined ? '' : String(limit))

/** @returns the budget, or the kinds whose limit cannot be read */
export function budgetFrom(draft: BudgetDraft): { readonly budget: Budget; readonly wrong: readonly BudgetKind[] } {
  const budget: Partial<Record<BudgetKind, number>> = {}
  const wrong: BudgetKind[] = []
  for (const kind of BUDGET_KINDS) {
    const text = draft[kind].trim()
    if (text === '') continue
    const limit = /^\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
    if (isBudget(kind, limit)) budget[kind] = limit
    else wrong.push(kind)
  }
  return { budget, wrong }
}

/** How much of a budget is used. */
export type BudgetUse = 'free' | 'nearly' | 'spent'

export function budgetUse(spent: number, limit: number): BudgetUse {
  if (spent >= limit) return 'spent'
  return spent >= limit * WARNED_SHARE ? 'nearly' : 'free'
}

/** The same flow with another budget; none for one without limits. */
export function withBudget({ budget: _, ...config }: FlowConfig, budget: Budget): FlowConfig {
  return Object.keys(budget).length === 0 ? config : { ...config, budget }
}
