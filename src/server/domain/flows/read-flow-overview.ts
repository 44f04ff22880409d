import { findThisMonth, listSpending, listSpendingByDay } from '../../store/budgets/spending.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { type DrawnRunRow, findLastSuccess, listDrawnRuns, listMovedTables } from '../../store/flows/flow-overview.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { drawTables } from './draw-tables.ts'
import { recentChanges } from './recent-changes.ts'
import { requireFlow } from './require-flow.ts'

/** The number of runs in the pictures. */
const DRAWN = 60

/** Everything that the page of a flow shows besides the flow itself. @throws RequestError not found */
export const readFlowOverview = (database: Database, organizationId: string, flowId: string) =>
  database.inOrganization(organizationId, async (query) => {
    const flow = await requireFlow(query, organizationId, flowId)
    const newestFirst = await listDrawnRuns(query, flow.id, DRAWN)
    const runs = newestFirst.toReversed()
    const ids = runs.map(({ id }) => id)
    const moved = ids.length > 0 ? await listMovedTables(query, ids) : []
    return {
      runs,
      successBefore: await successBefore(query, flow.id, runs, newestFirst.length === DRAWN),
      lastSuccess: await findLastSuccess(query, flow.id, null),
      ...drawTables(runs, moved, flow.config.streams),
      spending: await spendingOf(query, organizationId, flow),
      changes: await recentChanges(query, organizationId, { flow, runs, moved }),
    }
  })

/** Where the line of ages begins; nothing before the first run. */
const successBefore = async (query: Query, flowId: string, [oldest]: readonly DrawnRunRow[], hasEarlier: boolean) =>
  oldest && hasEarlier ? findLastSuccess(query, flowId, oldest.queued_at) : undefined

const NOTHING = { dollars: 0, rows: 0, mails: 0 }

/** Days are counted only for what has a price or a limit: most flows have neither. */
async function spendingOf(query: Query, organizationId: string, { id, config: { budget } }: FlowRow) {
  const listed = await listSpending(query, organizationId, id)
  const { dollars, rows, mails } = listed.find(({ scope_id }) => scope_id === id) ?? NOTHING
  const isCounted = dollars > 0 || mails > 0 || (budget != null && Object.values(budget).some((limit) => limit != null))
  return {
    month: await findThisMonth(query),
    spent: { dollars, rows, mails },
    days: isCounted ? await listSpendingByDay(query, id) : [],
  }
}
