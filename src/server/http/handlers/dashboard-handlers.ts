import type { DASHBOARD_PERIODS } from '../../../contract/requests/dashboard.ts'
import {
  type FailingFlow,
  failingFlows,
  flowFreshness,
  flowOutcomes,
  type OutcomeRow,
  type Period,
  runBuckets,
  runningNow,
  runTotals,
  slowestFlows,
} from '../../store/dashboard/dashboard.ts'
import { PERIOD_LENGTHS } from '../../store/dashboard/period-lengths.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { connectionOf, errorToWire } from './run-error-to-wire.ts'

const PERIODS: Record<(typeof DASHBOARD_PERIODS)[number], Period & { readonly milliseconds: number }> = {
  '24h': { length: PERIOD_LENGTHS['24h'], bucket: 'hour', milliseconds: 86_400_000 },
  '7d': { length: PERIOD_LENGTHS['7d'], bucket: 'day', milliseconds: 7 * 86_400_000 },
  '30d': { length: PERIOD_LENGTHS['30d'], bucket: 'day', milliseconds: 30 * 86_400_000 },
}

export const dashboardHandlers = ({ database }: { readonly database: Database }) =>
  ({
    getDashboard: ({ member: { organizationId }, query: { period: name } }) =>
      database.inOrganization(organizationId, async (query) => {
        const period = PERIODS[name]
        const to = new Date()
        const buckets = await runBuckets(query, organizationId, period)
        const freshness = await flowFreshness(query, organizationId)
        const failing = await failingFlows(query, organizationId)
        const ids = freshness.map(({ flow_id }) => flow_id)
        const outcomes = await flowOutcomes(query, organizationId, period, ids)
        return {
          period: name,
          from: new Date(to.getTime() - period.milliseconds).toISOString(),
          to: to.toISOString(),
          totals: await runTotals(query, organizationId, period, 0),
          previous: await runTotals(query, organizationId, period, 1),
          buckets: buckets.map(({ start, ...bucket }) => ({
            start: start.toISOString(),
            ...bucket,
          })),
          slowest_flows: await slowestFlows(query, organizationId, period),
          freshness: freshness.map(({ last_success_at, ...flow }) => ({
            ...flow,
            last_success_at: last_success_at?.toISOString() ?? null,
            outcomes: outcomesOf(
              buckets,
              outcomes.filter(({ flow_id }) => flow_id === flow.flow_id),
            ),
          })),
          problems: problemsOf(failing),
          attention: failing.map(({ at, flow_id, flow_name, run_id, message }) => ({
            flow_id,
            flow_name,
            run_id,
            message,
            at: at.toISOString(),
          })),
          running: (await runningNow(query, organizationId)).map(({ started_at, ...run }) => ({
            ...run,
            started_at: started_at?.toISOString() ?? null,
          })),
        }
      }),
  }) satisfies Partial<Handlers>

/** What several flows have in common counts once: the same error with the same credentials. */
function problemsOf(failing: readonly FailingFlow[]) {
  const problems = Map.groupBy(
    failing.filter(({ error }) => error !== null),
    ({ flow_id, error, ends, integration_id }) =>
      `${error?.code} ${integration_id ?? (error && connectionOf(error, ends)) ?? flow_id}`,
  )
  return [...problems.values()].flatMap((flows) => {
    const [first] = flows
    if (!first?.error) return []
    return {
      error: errorToWire(first.error, first.ends),
      flows: flows.map(({ flow_id, flow_name, run_id, at }) => ({ flow_id, flow_name, run_id, at: at.toISOString() })),
    }
  })
}

/** One per bucket: what came of a flow's runs then, nothing where none ended. */
const outcomesOf = (buckets: readonly { readonly start: Date }[], known: readonly OutcomeRow[]) =>
  buckets.map(({ start }) => {
    const outcome = known.find((row) => row.start.getTime() === start.getTime())
    if (!outcome) return null
    return outcome.failed ? (outcome.succeeded ? 'mixed' : 'failed') : 'succeeded'
  })
