import { defined } from '../../../core/catalog/defined.ts'
import type { PhaseName, StreamProgress } from '../../../engine/move/run/stream-progress.ts'
import { currentTrace } from '../../host/log-context.ts'
import { childOf, parseTraceparent, type Span, type TraceContext, type Tracer, traceOfRun } from '../../host/tracing.ts'
import type { RunFiguresRow } from '../../store/runs/run-figures.ts'

/** The spans of an attempt that has ended, and of its run if the run has ended too. */
export function spansOfRun(
  runId: string,
  run: RunFiguresRow,
  attempt: { readonly context: TraceContext; readonly from: number },
): readonly Span[] {
  const context = traceOfRun(runId, run.traceparent)
  const shared = { kind: 'internal', ...defined({ error: run.error_code ?? undefined }) } as const
  const own: Span = {
    ...shared,
    ...attempt,
    name: `attempt ${run.attempt}`,
    parentSpanId: context.spanId,
    until: Date.now(),
    attributes: { 'millrace.run.id': runId, 'millrace.attempt': run.attempt },
  }
  if (!run.started_at || !run.finished_at) return [own]
  const whole: Span = {
    ...shared,
    context,
    name: `run ${run.flow_name}`,
    parentSpanId: parseTraceparent(run.traceparent)?.spanId,
    from: run.started_at.getTime(),
    until: run.finished_at.getTime(),
    attributes: {
      'millrace.run.id': runId,
      'millrace.flow.id': run.flow_id,
      'millrace.organization.id': run.organization_id,
      'millrace.run.status': run.status,
      'millrace.rows_written': run.rows,
      'millrace.bytes': run.bytes,
    },
  }
  return [own, whole]
}

const PHASES: readonly PhaseName[] = ['moving', 'checking', 'committing']

/** Records each stream of an attempt with its phases, when it is over. */
export function makeTraceStreams(tracer: Tracer): (stream: StreamProgress) => void {
  const attempt = currentTrace()
  if (!tracer.isOn || !attempt) return () => {}
  const begun = new Map<string, number>()
  return (stream) => {
    const { entity, status } = stream
    if (status === 'pending') return
    const from = begun.get(entity) ?? Date.now()
    begun.set(entity, from)
    if (status === 'running' || status === 'committing') return
    begun.delete(entity)
    for (const span of spansOfStream(stream, attempt, from, Date.now())) tracer.record(span)
  }
}

function spansOfStream(
  { entity, target, status, phases = {}, error, rowsRead, rowsWritten, bytes }: StreamProgress,
  attempt: TraceContext,
  begun: number,
  until: number,
): readonly Span[] {
  const context = childOf(attempt)
  const durations = PHASES.flatMap((name) => (phases[name] === undefined ? [] : [{ name, took: phases[name] }]))
  // Phases follow each other, and the last ends with the stream.
  const from = Math.min(begun, until - durations.reduce((total, { took }) => total + took, 0))
  let at = until - durations.reduce((total, { took }) => total + took, 0)
  const parts = durations.map(({ name, took }): Span => {
    at += took
    const times = { from: at - took, until: at }
    return { ...times, name, context: childOf(context), parentSpanId: context.spanId, kind: 'internal', attributes: {} }
  })
  const attributes = {
    'millrace.entity': entity,
    'millrace.target': target,
    'millrace.status': status,
    'millrace.rows_read': rowsRead,
    'millrace.rows_written': rowsWritten,
    'millrace.bytes': bytes,
  }
  const own: Span = defined({
    context,
    from,
    until,
    attributes,
    kind: 'internal',
    name: `stream ${entity}`,
    parentSpanId: attempt.spanId,
    error: error?.code,
  })
  return [own, ...parts]
}
