import type { Counters } from '../../host/counters.ts'
import { withLogContext, withTrace } from '../../host/log-context.ts'
import { childOf, type Tracer, traceOfRun } from '../../host/tracing.ts'
import type { Database } from '../../store/database/database.ts'
import { findRunFigures } from '../../store/runs/run-figures.ts'
import type { HeldJob } from './run-queue.ts'
import { spansOfRun } from './trace-run.ts'

type ExecuteRun = (runId: string, lost: AbortSignal, job?: HeldJob) => Promise<void>

interface Deps {
  readonly database: Database
  readonly counters: Counters
  readonly tracer: Tracer
  readonly executeRun: ExecuteRun
}

/** Executes runs, adds their ids to every log line, and counts the results. */
export const makeMeasureRun =
  ({ database, counters, tracer, executeRun }: Deps): ExecuteRun =>
  async (runId, lost, job) => {
    const look = () => database.asSystem((query) => findRunFigures(query, runId))
    const run = await look()
    if (!run) return
    const context = { runId, flowId: run.flow_id, organizationId: run.organization_id }
    const attempt = childOf(traceOfRun(runId, run.traceparent))
    const from = Date.now()
    await withLogContext(context, () => withTrace(attempt, () => executeRun(runId, lost, job)))

    const ended = await look()
    if (tracer.isOn && ended)
      for (const span of spansOfRun(runId, ended, { context: attempt, from })) tracer.record(span)
    if (!ended || ended.seconds === null) return
    const labels = { outcome: ended.status }
    counters.count('millrace_runs_ended_total', labels)
    counters.count('millrace_rows_written_total', {}, ended.rows)
    counters.count('millrace_bytes_moved_total', {}, ended.bytes)
    counters.observe('millrace_queue_wait_seconds', ended.waited)
    counters.observe('millrace_run_seconds', ended.seconds, labels)
  }
