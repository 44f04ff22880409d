import { BUDGET_KINDS, type Budget, type BudgetKind } from '../../../core/catalog/budgets.ts'
import { dollarsPerRequest, sendsMails } from '../../../core/catalog/connections/connection-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flows.ts'
import { hasKeptAnswers } from '../../store/runs/kept-answers.ts'
import { RequestError } from '../request-error.ts'
import { budgetSpent } from './budget-sentences.ts'
import { listBudgetStates } from './make-allowance.ts'

interface Wanted {
  /** Writes and sends nothing. */
  readonly dry?: boolean | undefined
  /** The rows come from the store. Absent: from the source. */
  readonly replay?: object | undefined
  /** Moves no rows. */
  readonly sqlAfterOnly?: boolean | undefined
  /** The tables to move. Absent: all of the flow. */
  readonly only?: readonly string[] | undefined
}

/** The least that a run spends for certain. What it really needs shows when it has begun, see `refuseTooMuch`. @throws RequestError `BUDGET_SPENT` */
export async function refuseSpent(query: Query, organizationId: string, flow: FlowRow, wanted: Wanted): Promise<void> {
  const { id: flowId, config } = flow
  const states = await listBudgetStates(query, { organizationId, flowId }, budgetOf(config.budget))
  const least = leastOf(flow, wanted)
  for (const state of states) {
    const amount = least[state.kind]
    if (amount === 0 || state.spent + amount <= state.most) continue
    // Answers of today are free; only the run knows whether they are all that it needs.
    if (state.kind === 'dollars' && (await hasKeptAnswers(query, organizationId))) continue
    const { code, message, hint } = budgetSpent(state, amount)
    throw new RequestError('conflict', code, sentence`${message} ${hint}`)
  }
}

function leastOf(
  { source, destination, config }: FlowRow,
  { dry, replay, only, sqlAfterOnly }: Wanted,
): Record<BudgetKind, number> {
  if (sqlAfterOnly) return { dollars: 0, rows: 0, mails: 0 }
  const tables = Math.max(only?.length ?? config.streams.length, 1)
  return {
    dollars: replay ? 0 : dollarsPerRequest(source.type) * tables,
    rows: dry ? 0 : 1,
    mails: dry || !sendsMails(destination.type) ? 0 : tables,
  }
}

/** Without the kinds that have no limit. */
export const budgetOf = (stored: Partial<Record<BudgetKind, number | null | undefined>> | null | undefined): Budget =>
  Object.fromEntries(
    BUDGET_KINDS.flatMap((kind) => {
      const limit = stored?.[kind]
      return limit == null ? [] : [[kind, limit]]
    }),
  )
