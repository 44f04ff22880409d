import { defined } from '../../catalog/defined.ts'
import { isDry } from '../../catalog/runs/run-kinds.ts'
import { isFinal } from '../../catalog/runs/run-states.ts'
import type { DrawnRun, FlowOverview } from '../../flows/overview/flow-overview.ts'
import type { Run } from '../run.ts'
import { totalsOf } from '../run-totals.ts'
import { isSkipped } from '../scheduled-run.ts'

/** The news of a run in the pictures of its flow, until the server is asked again at its end. */
export function applyRunToOverview(run: Run, overview: FlowOverview): FlowOverview {
  if (isDry(run.kind) || isSkipped(run)) return overview
  const { id, status, trigger, startedAt, finishedAt, queuedAt = startedAt } = run
  const known = overview.runs.find((drawn) => drawn.id === id)
  if (queuedAt === undefined || (known && isFinal(known.status))) return overview
  const { rowsWritten, rowsRejected } = totalsOf(run)
  const drawn: DrawnRun = defined({
    id,
    status,
    queuedAt,
    rowsWritten: run.rowsWritten ?? rowsWritten,
    rowsRejected,
    madeFresh: false,
    trigger,
    startedAt,
    finishedAt,
  })
  if (known) return { ...overview, runs: overview.runs.map((one) => (one.id === id ? drawn : one)) }
  return {
    ...overview,
    runs: [...overview.runs, drawn],
    largestTables: overview.largestTables.map((table) => ({ ...table, rows: [...table.rows, 0] })),
  }
}
