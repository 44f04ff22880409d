import {
  failingFlows,
  flowOutcomes,
  type OutcomeRow,
  type Period,
  type PeriodName,
  runBuckets,
  runningNow,
  runTotals,
  worstFlows,
} from '../../store/dashboard/dashboard.ts'
import type { Database } from '../../store/database/database.ts'

const PERIODS: Record<PeriodName, Period & { readonly milliseconds: number }> = {
  '24h': { length: '24h', bucket: 'hour', milliseconds: 86_400_000 },
  '7d': { length: '7d', bucket: 'day', milliseconds: 7 * 86_400_000 },
  '30d': { length: '30d', bucket: 'day', milliseconds: 30 * 86_400_000 },
}

/** The state of the flows of an organization, and the results of their runs in a period. */
export const readDashboard = (database: Database, organizationId: string, name: PeriodName) =>
  database.inOrganization(organizationId, async (query) => {
    const period = PERIODS[name]
    const to = new Date()
    const buckets = await runBuckets(query, organizationId, period)
    const freshness = await worstFlows(query, organizationId, period)
    const failing = await failingFlows(query, organizationId)
    const ids = freshness.map(({ flow_id }) => flow_id)
    const outcomes = await flowOutcomes(query, organizationId, period, ids)
    const ofFlow = (id: string) => outcomes.filter(({ flow_id }) => flow_id === id)
    return {
      from: new Date(to.getTime() - period.milliseconds),
      to,
      totals: await runTotals(query, organizationId, period, 0),
      previous: await runTotals(query, organizationId, period, 1),
      buckets,
      freshness: freshness.map((flow) => ({ ...flow, outcomes: outcomesOf(buckets, ofFlow(flow.flow_id)) })),
      failing,
      running: await runningNow(query, organizationId),
    }
  })

/** One per bucket: the result of a flow's runs in it, nothing if none ended. */
const outcomesOf = (buckets: readonly { readonly start: Date }[], known: readonly OutcomeRow[]) =>
  buckets.map(({ start }) => {
    const outcome = known.find((row) => row.start.getTime() === start.getTime())
    if (!outcome) return null
    return outcome.failed ? (outcome.succeeded ? 'mixed' : 'failed') : 'succeeded'
  })
