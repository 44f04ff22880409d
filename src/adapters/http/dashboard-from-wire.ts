import type { DashboardResponse } from '../../contract/dashboard.ts'
import {
  BUCKET_OUTCOMES,
  type BucketOutcome,
  type DashboardFigures,
  type RunTotals,
} from '../../core/dashboard/dashboard.ts'
import { errorFromWire } from './run-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

export const figuresFromWire = (row: DashboardResponse): DashboardFigures =>
  withoutAbsent({
    totals: row.totals && totalsFromWire(row.totals),
    previous: row.previous && totalsFromWire(row.previous),
    buckets: row.buckets?.map(({ start, succeeded, partially_succeeded, failed, cancelled, active, rows_written }) => ({
      start,
      succeeded,
      ...withoutAbsent({ partiallySucceeded: partially_succeeded }),
      failed,
      cancelled,
      active,
      rowsWritten: rows_written,
    })),
    slowestFlows: row.slowest_flows?.map(({ median_duration_ms, runs, ...flow }) => ({
      ...flowFromWire(flow),
      medianDurationMs: median_duration_ms,
      runs,
    })),
    freshness: row.freshness?.map(({ last_success_at, outcomes, ...flow }) => ({
      ...flowFromWire(flow),
      ...withoutAbsent({ lastSuccessAt: last_success_at, outcomes: outcomes?.map(outcomeFromWire) }),
    })),
    attention: row.attention?.map(({ run_id, message, sentence, at, ...flow }) => ({
      ...flowFromWire(flow),
      runId: run_id,
      at,
      ...withoutAbsent({ message, sentence }),
    })),
    problems: row.problems?.map(({ error, flows }) => ({
      error: errorFromWire(error),
      flows: flows.map(({ run_id, at, ...flow }) => ({ ...flowFromWire(flow), runId: run_id, at })),
    })),
    running: row.running?.map(({ run_id, status, started_at, ...flow }) => ({
      ...flowFromWire(flow),
      runId: run_id,
      status,
      ...withoutAbsent({ startedAt: started_at }),
    })),
  })

const totalsFromWire = (row: NonNullable<DashboardResponse['totals']>): RunTotals => ({
  runs: row.runs,
  succeeded: row.succeeded,
  failed: row.failed,
  cancelled: row.cancelled,
  rowsWritten: row.rows_written,
  ...withoutAbsent({ partiallySucceeded: row.partially_succeeded, medianDurationMs: row.median_duration_ms }),
})

/** A value that only a newer server knows counts as none. */
const outcomeFromWire = (outcome: string | null): BucketOutcome | null =>
  BUCKET_OUTCOMES.find((known) => known === outcome) ?? null

const flowFromWire = ({ flow_id, flow_name }: { readonly flow_id: string; readonly flow_name: string }) => ({
  flowId: flow_id,
  flowName: flow_name,
})
