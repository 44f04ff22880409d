import { BUDGET_KINDS, type Budget, type BudgetKind } from '../../../core/catalog/budgets.ts'
import { dollarsPerRequest, sendsMails } from '../../../core/catalog/connections/connection-types.ts'
import { RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { hasKeptAnswers } from '../../store/runs/kept-answers.ts'
import { type RunWork, tablesOf } from '../../store/runs/run-work.ts'
import { RequestError } from '../request-error.ts'
import { budgetSpent } from './budget-sentences.ts'
import { listBudgetStates } from './make-allowance.ts'

/** The least that a run spends for certain. What it really needs shows when it has begun, see `refuseTooMuch`. @throws RequestError `BUDGET_SPENT` */
export async function refuseSpent(query: Query, organizationId: string, flow: FlowRow, work: RunWork): Promise<void> {
  const { id: flowId, config } = flow
  const states = await listBudgetStates(query, { organizationId, flowId }, budgetOf(config.budget))
  const least = leastOf(flow, work)
  for (const state of states) {
    const amount = least[state.kind]
    if (amount === 0 || state.spent + amount <= state.most) continue
    // Answers of today are free; only the run knows whether they are all that it needs.
    if (state.kind === 'dollars' && (await hasKeptAnswers(query, organizationId))) continue
    const { code, message, hint } = budgetSpent(state, amount)
    throw new RequestError('conflict', code, sentence`${message} ${hint}`)
  }
}

function leastOf({ source, destination, config }: FlowRow, work: RunWork): Record<BudgetKind, number> {
  const { reads, result } = RUN_KINDS[work.kind]
  const tables = reads === 'nothing' ? 0 : Math.max(tablesOf(work)?.length ?? config.streams.length, 1)
  const written = result === 'written' ? tables : 0
  return {
    dollars: reads === 'source' ? dollarsPerRequest(source.type) * tables : 0,
    rows: Math.min(written, 1),
    mails: sendsMails(destination.type) ? written : 0,
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
