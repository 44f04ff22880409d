import { BUDGET_KINDS, type Budget, type BudgetKind } from '../../catalog/budgets.ts'
import { defined } from '../../catalog/defined.ts'
import type { FlowSpending } from './flow-overview.ts'

/** What a flow has spent this month of one kind, day by day. */
export interface MonthUse {
  readonly kind: BudgetKind
  readonly spent: number
  /** Absent: without a limit. */
  readonly limit?: number
  /** Spent until the end of each day of the month so far. */
  readonly days: readonly { readonly day: string; readonly spent: number }[]
  /** At this pace, at the end of the month. */
  readonly expected: number
  readonly daysInMonth: number
}

const DAY = 86_400_000

/** Rows have no price. */
const PRICED = ['dollars', 'mails'] as const

/** What is limited, or else what has a price; nothing if there is neither. */
export function monthUse({ month, spent, days }: FlowSpending, budget: Budget = {}, now: number): MonthUse | undefined {
  const kind = kindOf(spent, budget)
  if (!kind) return undefined
  const start = Date.parse(`${month}T00:00:00Z`)
  const daysInMonth = Math.round((startOfNext(start) - start) / DAY)
  const passed = Math.min(daysInMonth, Math.max(1 / 24, (now - start) / DAY))
  let sum = 0
  const soFar = Array.from({ length: Math.min(daysInMonth, Math.ceil(passed)) }, (_, index) => {
    const day = new Date(start + index * DAY).toISOString().slice(0, 10)
    sum += days.find((one) => one.day === day)?.[kind] ?? 0
    return { day, spent: sum }
  })
  return defined({
    kind,
    spent: spent[kind],
    limit: budget[kind],
    days: soFar,
    expected: (spent[kind] / passed) * daysInMonth,
    daysInMonth,
  })
}

/** Of several limits the one that is nearest. */
function kindOf(spent: FlowSpending['spent'], budget: Budget): BudgetKind | undefined {
  const share = (kind: BudgetKind) => spent[kind] / Math.max(budget[kind] ?? 0, Number.EPSILON)
  const limited = BUDGET_KINDS.filter((kind) => budget[kind] !== undefined)
  const [nearest] = limited.toSorted((one, other) => share(other) - share(one))
  return nearest ?? PRICED.find((kind) => spent[kind] > 0)
}

function startOfNext(start: number): number {
  const first = new Date(start)
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
}
