import {
  BUDGET_KINDS,
  type BudgetKind,
  budgetAmount,
  type PassedBudget,
  type PredictedRefusal,
} from '../../../core/catalog/budgets.ts'
import { type Figure, sumOf, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Allowance, Left } from '../../ports/allowance.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { type EstimateRequest, estimateMove, type MoveEstimate } from './estimate-move.ts'

/**
 * Stops a run before its first row if its estimate alone would pass a budget. What is unknown, or only an upper limit, stops nothing: then the
 * run stops when it would pass the budget.
 * @param kinds what the run spends. @throws ConnectorError `BUDGET_TOO_SMALL`
 */
export async function refuseTooMuch(
  allowance: Allowance,
  kinds: readonly BudgetKind[],
  request: EstimateRequest,
): Promise<void> {
  const found = await findTooMuch(allowance, kinds, request)
  if (found) throw tooMuch(found)
}

/** The refusal that a dry run predicts if the budgets do not allow the run; nothing if they allow it, or if that is unknown. */
export async function predictRefusal(
  allowance: Allowance,
  request: EstimateRequest,
): Promise<PredictedRefusal | undefined> {
  const found = await findTooMuch(allowance, ['rows', 'mails'], request)
  if (!found) return undefined
  const [needed, left] = [budgetAmount(found.kind, found.needed), budgetAmount(found.kind, found.left.amount)]
  const message = found.left.isOfFlow
    ? sentence`A run would not begin: it needs ${needed}, and the flow’s budget of this month has ${left} left.`
    : sentence`A run would not begin: it needs ${needed}, and the organization’s budget of this month has ${left} left.`
  return { message, budget: passedBy(found) }
}

interface TooMuch {
  readonly kind: BudgetKind
  readonly needed: number
  readonly left: Left
  readonly isFromStatistics: boolean
}

const passedBy = ({ kind, needed, left }: TooMuch): PassedBudget => ({
  of: left.isOfFlow ? 'flow' : 'organization',
  kind,
  needed: left.spent + needed,
})

async function findTooMuch(
  allowance: Allowance,
  kinds: readonly BudgetKind[],
  request: EstimateRequest,
): Promise<TooMuch | undefined> {
  const left = await allowance.left()
  const limited = BUDGET_KINDS.filter((kind) => kinds.includes(kind) && left[kind] !== undefined)
  if (limited.length === 0) return undefined
  const estimate = await estimateMove(request)
  for (const kind of limited) {
    const { amount, bound, certainty } = needOf(kind, estimate)
    const own = left[kind] ?? { amount: 0, spent: 0, isOfFlow: true }
    if (amount === undefined || bound === 'most' || amount <= own.amount) continue
    return { kind, needed: amount, left: own, isFromStatistics: certainty === 'estimated' && kind === 'rows' }
  }
  return undefined
}

function needOf(kind: BudgetKind, { source, destination, streams }: MoveEstimate): Figure {
  if (kind === 'rows') return sumOf(streams.map(({ written }) => written.rows))
  return sumOf([source, destination].flatMap(({ figures }) => figures[kind] ?? [])) ?? UNKNOWN
}

function tooMuch(found: TooMuch): ConnectorError {
  const { kind, needed, left, isFromStatistics } = found
  return new ConnectorError({
    code: 'BUDGET_TOO_SMALL',
    message: left.isOfFlow
      ? sentence`The run would need ${budgetAmount(kind, needed)}, and the flow’s budget of this month has ${budgetAmount(kind, left.amount)} left. It has not begun.`
      : sentence`The run would need ${budgetAmount(kind, needed)}, and the organization’s budget of this month has ${budgetAmount(kind, left.amount)} left. It has not begun.`,
    hint: isFromStatistics
      ? sentence`Raise the budget, or move less. The number of rows is an estimate of the source’s server: ANALYZE there makes it better.`
      : sentence`Raise the budget, or move less.`,
    budget: passedBy(found),
  })
}
