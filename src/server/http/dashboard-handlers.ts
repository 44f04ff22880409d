import type { DASHBOARD_PERIODS } from '../../contract/dashboard.ts'
import {
  failingFlows,
  flowFreshness,
  type Period,
  runBuckets,
  runningNow,
  runTotals,
  slowestFlows,
} from '../store/dashboard.ts'
import type { Database } from '../store/database.ts'
import type { Handlers } from './handler.ts'

const PERIODS: Record<(typeof DASHBOARD_PERIODS)[number], Period & { readonly milliseconds: number }> = {
  '24h': { length: '24 hours', bucket: 'hour', milliseconds: 86_400_000 },
  '7d': { length: '7 days', bucket: 'day', milliseconds: 7 * 86_400_000 },
  '30d': { length: '30 days', bucket: 'day', milliseconds: 30 * 86_400_000 },
}

export const dashboardHandlers = ({ database }: { readonly database: Database }) =>
  ({
    getDashboard: ({ member: { organizationId }, query: { period: name } }) =>
      database.inOrganization(organizationId, async (query) => {
        const period = PERIODS[name]
        const to = new Date()
        return {
          period: name,
          from: new Date(to.getTime() - period.milliseconds).toISOString(),
          to: to.toISOString(),
          totals: await runTotals(query, organizationId, period, 0),
          previous: await runTotals(query, organizationId, period, 1),
          buckets: (await runBuckets(query, organizationId, period)).map(({ start, ...bucket }) => ({
            start: start.toISOString(),
            ...bucket,
          })),
          slowest_flows: await slowestFlows(query, organizationId, period),
          freshness: (await flowFreshness(query, organizationId)).map(({ last_success_at, ...flow }) => ({
            ...flow,
            last_success_at: last_success_at?.toISOString() ?? null,
          })),
          attention: (await failingFlows(query, organizationId)).map(({ at, flow_id, flow_name, run_id, message }) => ({
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
  }) satisfies Handlers
