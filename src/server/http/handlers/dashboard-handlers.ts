import { readDashboard } from '../../domain/dashboard/read-dashboard.ts'
import type { FailingFlow } from '../../store/dashboard/dashboard.ts'
import type { Database } from '../../store/database/database.ts'
import type { RunErrorRow } from '../../store/runs/runs.ts'
import type { Handlers } from '../handler.ts'
import { connectionOf, errorToWire } from './run-error-to-wire.ts'

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
        slowest_flows: known.slowestFlows,
        freshness: known.freshness.map(({ last_success_at, outcomes, ...flow }) => ({
          ...flow,
          last_success_at: last_success_at?.toISOString() ?? null,
          outcomes,
        })),
        problems: problemsOf(known.failing),
        attention: known.failing.map(({ at, flow_id, flow_name, run_id, message, error }) => ({
          flow_id,
          flow_name,
          run_id,
          message,
          ...(error?.sentence && { sentence: error.sentence }),
          at: at.toISOString(),
        })),
        running: known.running.map(({ started_at, ...run }) => ({
          ...run,
          started_at: started_at?.toISOString() ?? null,
        })),
      }
    },
  }) satisfies Partial<Handlers>

/** Without the number of tables that arrived. */
const ofOneTable = ({ cause, cause_sentence: sentence, ...error }: RunErrorRow): RunErrorRow => {
  const { sentence: _, ...others } = error
  return cause === undefined ? error : { ...others, message: cause, ...(sentence && { sentence }) }
}

/** A problem that several flows share counts once: the same error with the same credentials. */
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
      // The tables of one flow say nothing about other flows.
      error: errorToWire(ofOneTable(first.error), first.ends),
      flows: flows.map(({ flow_id, flow_name, run_id, at }) => ({ flow_id, flow_name, run_id, at: at.toISOString() })),
    }
  })
}
