import type { RunBucket } from '../../core/dashboard/dashboard.ts'
import { ago } from './ago.ts'
import type { Naming } from './naming.ts'
import type { Fakes } from './organization-fakes.ts'

const MINUTES_A_DAY = 24 * 60

const day = (index: number): RunBucket => ({
  start: ago((6 - index) * MINUTES_A_DAY),
  succeeded: 8 + ((index * 5) % 7),
  partiallySucceeded: index === 4 ? 2 : 0,
  failed: index % 3,
  cancelled: index % 2,
  active: index === 6 ? 1 : 0,
  rowsWritten: 90_000 + ((index * 37_000) % 110_000),
})

/** A week of runs. */
export function fillDashboard({ dashboards }: Fakes, named: Naming): void {
  const ends = { runs: 84, succeeded: 74, partiallySucceeded: 2, failed: 6, cancelled: 2 }
  const totals = { ...ends, rowsWritten: 812_400, medianDurationMs: 4_200 }
  const orders = { flowId: 'flow-1', flowName: named('Orders to warehouse') }
  const customers = { flowId: 'flow-2', flowName: named('Customers') }
  dashboards.dashboard = {
    figures: {
      totals,
      previous: { ...totals, runs: 70, failed: 9, rowsWritten: 700_000, medianDurationMs: 5_100 },
      buckets: Array.from({ length: 7 }, (_, index) => day(index)),
      freshness: [
        { ...customers, outcomes: [null, 'failed', 'failed', 'mixed', 'failed', 'failed', 'failed'] },
        { ...orders, lastSuccessAt: ago(62), outcomes: Array.from({ length: 7 }, () => 'succeeded' as const) },
      ],
      attention: [{ ...customers, runId: 'run-2', message: 'Shop did not accept the password.', at: ago(62) }],
      running: [
        { flowId: 'flow-3', flowName: named('Stock levels'), runId: 'run-3', status: 'running', startedAt: ago(4) },
      ],
    },
  }
}
