import { type BudgetKind, budgetAmount } from '../../../core/catalog/budgets.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'

/** A budget that is spent or nearly so. */
export interface BudgetState {
  readonly kind: BudgetKind
  readonly isOfFlow: boolean
  readonly spent: number
  readonly most: number
}

const HINT = sentence`Raise the budget, or wait until the first of the next month (UTC).`

/** @param wanted what would have been spent next */
export const budgetSpent = ({ kind, isOfFlow, spent, most }: BudgetState, wanted: number) => ({
  code: 'BUDGET_SPENT' as const,
  message: isOfFlow
    ? sentence`The next ${budgetAmount(kind, wanted)} would pass the flow’s budget of this month. Used so far: ${budgetAmount(kind, spent)} of ${budgetAmount(kind, most)}.`
    : sentence`The next ${budgetAmount(kind, wanted)} would pass the organization’s budget of this month. Used so far: ${budgetAmount(kind, spent)} of ${budgetAmount(kind, most)}.`,
  hint: HINT,
})

export const spentError = (state: BudgetState, wanted: number) =>
  new ConnectorError({
    ...budgetSpent(state, wanted),
    budget: { of: state.isOfFlow ? 'flow' : 'organization', kind: state.kind, needed: state.spent + wanted },
  })

export const nearlySpent = ({ kind, isOfFlow, spent, most }: BudgetState): Sentence =>
  isOfFlow
    ? sentence`Used so far of the flow’s budget of this month: ${budgetAmount(kind, spent)} of ${budgetAmount(kind, most)}.`
    : sentence`Used so far of the organization’s budget of this month: ${budgetAmount(kind, spent)} of ${budgetAmount(kind, most)}.`
