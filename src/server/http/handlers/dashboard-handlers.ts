import { defined } from '../../../core/catalog/defined.ts'
import { readDashboard } from '../../domain/dashboard/read-dashboard.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { problemsOf } from '../wire/problems-of.ts'

export const dashboardHandlers = ({ database }: { readonly database: Database }) =>
  ({
    getDashboard: async ({ member: { organizationId }, query: { period } }) => {
      const known = await readDashboard(database, organizationId, period)
      return {
        period,
        from: known.from.toISOString(),
        to: known.to.toISOString(),
        totals: known.totals,
        previous: known.previous,
        buckets: known.buckets.map(({ start, ...bucket }) => ({ start: start.toISOString(), ...bucket })),
        freshness: known.freshness.map(({ last_success_at, outcomes, ...flow }) => ({
          ...flow,
          last_success_at: last_success_at?.toISOString() ?? null,
          outcomes,
        })),
        problems: problemsOf(known.failing),
        attention: known.failing.map(({ at, flow_id, flow_name, run_id, message, error }) =>
          defined({
            flow_id,
            flow_name,
            run_id,
            message,
            sentence: error?.sentence && error.sentence,
            at: at.toISOString(),
          }),
        ),
        running: known.running.map(({ started_at, ...run }) => ({
          ...run,
          started_at: started_at?.toISOString() ?? null,
        })),
      }
    },
  }) satisfies Partial<Handlers>
