import { BUDGET_KINDS, type Budget, type BudgetKind } from '../../../core/catalog/budgets.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { Allowance, Left } from '../../../engine/ports/allowance.ts'
import { findOrganizationBudget } from '../../store/budgets/organization-budgets.ts'
import {
  changeRunSpending,
  changeSpending,
  listSpending,
  reserveSpending,
  type Spender,
} from '../../store/budgets/spending.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { type BudgetState, spentError } from './budget-sentences.ts'
import { warnOfBudgets } from './warn-of-budgets.ts'

interface Options extends Spender {
  readonly database: Database
  /** The budget of the flow. */
  readonly budget: Budget
  /** Writes a warning into the log of the run. */
  readonly log?: (message: Sentence) => void
}

/** Rolls the transaction back; never seen outside of this file. */
class Refused extends Error {}

/** What a run, or a person who looks at rows, may still spend. */
export function makeAllowance({ database, budget, log = () => {}, ...spender }: Options): Allowance {
  const reservationOf = (kind: BudgetKind, amount: number) => ({ ...spender, kind, amount, flowLimit: budget[kind] })
  const spenders = spender.flowId === undefined ? 1 : 2

  /** @returns whether it fitted all budgets */
  const reserve = async (kind: BudgetKind, amount: number): Promise<boolean> => {
    try {
      const warnings = await database.asSystem(async (query) => {
        const reservation = reservationOf(kind, amount)
        const spent = await reserveSpending(query, reservation)
        if (spent.length < spenders) throw new Refused()
        if (spender.runId !== undefined) await changeRunSpending(query, reservation)
        return warnOfBudgets(query, reservation, spent)
      })
      for (const message of warnings) log(message)
      return true
    } catch (error) {
      if (error instanceof Refused) return false
      throw error
    }
  }
  const refuse = async (kind: BudgetKind, amount: number) => {
    const states = await database.asSystem((query) => listBudgetStates(query, spender, budget))
    const passed = states.find((state) => state.kind === kind && state.spent + amount > state.most)
    if (passed) throw spentError(passed, amount)
  }
  const spend = async (kind: BudgetKind, amount: number) => {
    // Until it fits or is refused: the budget may be raised between both.
    while (!(await reserve(kind, amount))) await refuse(kind, amount)
  }

  return {
    left: async () => {
      const states = await database.asSystem((query) => listBudgetStates(query, spender, budget))
      const left: Partial<Record<BudgetKind, Left>> = {}
      for (const { kind, spent, most, isOfFlow } of states) {
        const amount = Math.max(most - spent, 0)
        if (amount < (left[kind]?.amount ?? Number.POSITIVE_INFINITY)) left[kind] = { amount, spent, isOfFlow }
      }
      return left
    },
    spend,
    spendRows: async (least, most) => {
      if (most > least && (await reserve('rows', most))) return most
      await spend('rows', least)
      return least
    },
    giveBack: (kind, amount) =>
      database.asSystem(async (query) => {
        const change = reservationOf(kind, -amount)
        await changeSpending(query, change)
        if (spender.runId !== undefined) await changeRunSpending(query, change)
      }),
  }
}

/** Every budget of the flow and of its organization, with what is spent this month. */
export async function listBudgetStates(
  query: Query,
  { organizationId, flowId }: Pick<Spender, 'organizationId' | 'flowId'>,
  budget: Budget,
): Promise<readonly BudgetState[]> {
  const whole = await findOrganizationBudget(query, organizationId)
  const spending = await listSpending(query, organizationId, flowId)
  const spentBy = (scope: string | undefined, kind: BudgetKind) =>
    spending.find(({ scope_id }) => scope_id === scope)?.[kind] ?? 0
  return BUDGET_KINDS.flatMap((kind): readonly BudgetState[] => {
    const [own, most] = [flowId === undefined ? undefined : budget[kind], whole[kind]]
    return [
      ...(own === undefined ? [] : [{ kind, isOfFlow: true, spent: spentBy(flowId, kind), most: own }]),
      ...(most === null ? [] : [{ kind, isOfFlow: false, spent: spentBy(organizationId, kind), most }]),
    ]
  })
}
