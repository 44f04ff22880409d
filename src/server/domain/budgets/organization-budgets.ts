import type { BudgetKind } from '../../../core/catalog/budgets.ts'
import { defined } from '../../../core/catalog/defined.ts'
import {
  type BudgetRow,
  findOrganizationBudget,
  saveOrganizationBudget,
} from '../../store/budgets/organization-budgets.ts'
import { findThisMonth, listSpending, type SpendingRow } from '../../store/budgets/spending.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { changesOf } from '../audit/changes-of.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'

type Spent = Pick<SpendingRow, BudgetKind>

const NOTHING: Spent = { dollars: 0, rows: 0, mails: 0 }

export interface BudgetOverview {
  readonly month: string
  readonly budget: BudgetRow
  readonly spent: Spent
  readonly flowSpent?: Spent
}

/** The budget of the organization and what it has spent this month, and what a flow has. @throws RequestError */
export const readBudgets = (database: Database, organizationId: string, flowId?: string): Promise<BudgetOverview> =>
  database.inOrganization(organizationId, async (query) => {
    if (flowId !== undefined) await requireFlow(query, organizationId, flowId)
    const spending = await listSpending(query, organizationId, flowId)
    const spentBy = (scope: string): Spent => {
      const { dollars, rows, mails } = spending.find(({ scope_id }) => scope_id === scope) ?? NOTHING
      return { dollars, rows, mails }
    }
    return defined({
      month: await findThisMonth(query),
      budget: await findOrganizationBudget(query, organizationId),
      spent: spentBy(organizationId),
      flowSpent: flowId === undefined ? undefined : spentBy(flowId.toLowerCase()),
    })
  })

/** Runs under way obey the new limits at their next step that spends something. */
export const changeBudgets = (
  database: Database,
  { organizationId, person }: Member,
  budget: BudgetRow,
): Promise<void> =>
  database.inOrganization(organizationId, async (query) => {
    const changes = changesOf({ ...(await findOrganizationBudget(query, organizationId)) }, { ...budget })
    await saveOrganizationBudget(query, organizationId, budget)
    await recordAudit(query, organizationId, person, { action: 'organization.budgets_changed', changes })
  })
