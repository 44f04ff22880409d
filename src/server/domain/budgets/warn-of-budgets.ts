import { WARNED_SHARE } from '../../../core/catalog/budgets.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import { insertAlertDeliveries } from '../../store/alerts/alert-deliveries.ts'
import { type Reservation, recordWarning, type SpentRow } from '../../store/budgets/spending.ts'
import type { Query } from '../../store/database/database.ts'
import { findFlowName } from '../../store/flows/flow-health.ts'
import { nearlySpent } from './budget-sentences.ts'

type Spent = Pick<Reservation, 'organizationId' | 'flowId' | 'kind'>

/** Sends a warning, once, about each budget of which a change of the spending has used four fifths. @returns what it says */
export async function warnOfBudgets(
  query: Query,
  { organizationId, flowId, kind }: Spent,
  changed: readonly SpentRow[],
): Promise<readonly Sentence[]> {
  const warnings: Sentence[] = []
  for (const { scope_id: scopeId, spent, most } of changed) {
    if (most === null || spent < most * WARNED_SHARE || spent === 0) continue
    if (!(await recordWarning(query, organizationId, { scopeId, kind, most }))) continue
    const isOfFlow = scopeId !== organizationId
    warnings.push(nearlySpent({ kind, isOfFlow, spent, most }))
    const names = flowId === undefined ? undefined : await findFlowName(query, flowId)
    // Alerts belong to flows: a look at rows by a person raises none.
    if (flowId === undefined || !names) continue
    await insertAlertDeliveries(query, {
      organizationId,
      flowId,
      event: 'budget',
      message: {
        type: 'flow.budget',
        raised_at: new Date().toISOString(),
        organization: { id: organizationId, name: names.organization_name },
        flow: { id: flowId, name: names.flow_name },
        budget: { of: isOfFlow ? 'flow' : 'organization', kind, limit: most, spent },
      },
    })
  }
  return warnings
}
