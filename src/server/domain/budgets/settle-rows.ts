import { changeRunSpending, changeSpending, findRowsOfRun } from '../../store/budgets/spending.ts'
import type { Query } from '../../store/database/database.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { budgetOf } from './refuse-spent.ts'
import { warnOfBudgets } from './warn-of-budgets.ts'

/** Counts the rows that a run has written and that stay, in place of those that it has reserved. */
export async function settleRows(
  query: Query,
  { id: runId, organization_id: organizationId, flow_id: flowId, flow_snapshot }: RunRow,
): Promise<void> {
  const { counted, written } = await findRowsOfRun(query, runId)
  if (counted === written) return
  const flowLimit = budgetOf(flow_snapshot.config.budget).rows
  const change = { organizationId, flowId, runId, kind: 'rows' as const, amount: written - counted, flowLimit }
  const changed = await changeSpending(query, change)
  await changeRunSpending(query, change)
  await warnOfBudgets(query, change, changed)
}
