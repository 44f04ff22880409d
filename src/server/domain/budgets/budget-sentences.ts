import type { BudgetKind } from '../../../core/catalog/budgets.ts'
import { countedMails, countedRows } from '../../../core/catalog/counted.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'

/** A budget that is spent or nearly so. */
export interface BudgetState {
  readonly kind: BudgetKind
  readonly isOfFlow: boolean
  readonly spent: number
  readonly most: number
}

export function amountOf(kind: BudgetKind, amount: number): Sentence {
  switch (kind) {
    case 'dollars':
      return sentence`$${amount.toFixed(2)}`
    case 'rows':
      return countedRows(amount)
    case 'mails':
      return countedMails(amount)
  }
}

const HINT = sentence`Raise the budget, or wait until the first of the next month (UTC).`

/** @param wanted what would have been spent next */
export const budgetSpent = ({ kind, isOfFlow, spent, most }: BudgetState, wanted: number) => ({
  code: 'BUDGET_SPENT' as const,
  message: isOfFlow
    ? sentence`The flow’s budget of this month is spent: ${amountOf(kind, spent)} of ${amountOf(kind, most)} are used, and the next ${amountOf(kind, wanted)} would pass it.`
    : sentence`The organization’s budget of this month is spent: ${amountOf(kind, spent)} of ${amountOf(kind, most)} are used, and the next ${amountOf(kind, wanted)} would pass it.`,
  hint: HINT,
})

export const spentError = (state: BudgetState, wanted: number) =>
  new ConnectorError({ ...budgetSpent(state, wanted), retryable: false })

export const nearlySpent = ({ kind, isOfFlow, spent, most }: BudgetState): Sentence =>
  isOfFlow
    ? sentence`${amountOf(kind, spent)} of the flow’s budget of ${amountOf(kind, most)} for this month are used.`
    : sentence`${amountOf(kind, spent)} of the organization’s budget of ${amountOf(kind, most)} for this month are used.`
