import { countedMails, countedRows } from './counted.ts'
import { type Sentence, sentence } from './sentence.ts'

/** What an organization or a flow can limit: US dollars that vendors charge, rows that are written, mails that are sent. */
export const BUDGET_KINDS = ['dollars', 'rows', 'mails'] as const

export type BudgetKind = (typeof BUDGET_KINDS)[number]

/** Limits for a calendar month in UTC; absent: without a limit. */
export type Budget = Readonly<Partial<Record<BudgetKind, number>>>

/** From this share on a warning is sent. */
export const WARNED_SHARE = 0.8

export const MAX_BUDGET: Readonly<Record<BudgetKind, number>> = {
  dollars: 1_000_000,
  rows: 1_000_000_000_000,
  mails: 1_000_000_000,
}

/** Dollars have cents; rows and mails are whole. */
export const isBudget = (kind: BudgetKind, limit: number): boolean =>
  limit >= 0 &&
  limit <= MAX_BUDGET[kind] &&
  (kind === 'dollars' ? Number.isInteger(Math.round(limit * 1e6) / 1e4) : Number.isInteger(limit))

/** The budget that has refused something. */
export interface PassedBudget {
  readonly of: 'flow' | 'organization'
  readonly kind: BudgetKind
  /** The least limit with which it would not have been refused. */
  readonly needed: number
}

/** What a dry run says of a run that would not begin. */
export interface PredictedRefusal {
  readonly message: Sentence
  readonly budget: PassedBudget
}

/** “$5.00”, “1 row”, “3 mails” */
export function budgetAmount(kind: BudgetKind, amount: number): Sentence {
  switch (kind) {
    case 'dollars':
      return sentence`$${amount.toFixed(2)}`
    case 'rows':
      return countedRows(amount)
    case 'mails':
      return countedMails(amount)
  }
}
