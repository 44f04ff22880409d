import { defined } from '../../catalog/defined.ts'
import { isFinal } from '../../catalog/runs/run-states.ts'
import type { Run, RunStream } from '../run.ts'

/** The parts of a table, in their order. */
export const SPAN_NAMES = ['moving', 'checking', 'committing'] as const

export type SpanName = (typeof SPAN_NAMES)[number]

/** A part of a table on the time axis of its run, in milliseconds since 1970. */
export interface StreamSpan {
  readonly name: SpanName
  readonly from: number
  readonly until: number
}

/** The parts of a table so far; none if their times were not recorded. @param now the end of a part that goes on */
export function spansOf({ status, receipt }: RunStream, now: number): readonly StreamSpan[] {
  const { begun, ...took } = receipt?.phases ?? {}
  if (begun === undefined) return []
  let at = Date.parse(begun)
  const spans = SPAN_NAMES.flatMap((name): readonly StreamSpan[] => {
    const duration = took[name]
    if (duration === undefined) return []
    at += duration
    return [{ name, from: at - duration, until: at }]
  })
  if (status !== 'running' && status !== 'committing') return spans
  const next = status === 'committing' ? 'committing' : SPAN_NAMES[spans.length]
  return next === undefined ? spans : [...spans, { name: next, from: at, until: Math.max(at, now) }]
}

/** The period that all tables of a run share. */
export interface TimeAxis {
  readonly from: number
  readonly until: number
}

/** From the start of the run, or of the attempt in which its tables were moved, to its end. */
export function axisOf({ status, startedAt, finishedAt, streams }: Run, now: number): TimeAxis {
  const spans = streams.flatMap((stream) => spansOf(stream, now))
  const from = Math.min(...spans.map((span) => span.from))
  const until = Math.max(...spans.map((span) => span.until))
  const begun = startedAt === undefined ? now : Date.parse(startedAt)
  const end = isFinal(status) && finishedAt !== undefined ? Date.parse(finishedAt) : now
  return spans.length === 0 ? { from: begun, until: Math.max(end, begun) } : { from, until: Math.max(until, from) }
}

/** Rows that were read, or compared, in a second, as long as that took; nothing for a moment, which says nothing. */
export function streamRate(stream: RunStream, now: number): number | undefined {
  const [span] = spansOf(stream, now)
  const took = span ? span.until - span.from : (stream.receipt?.phases?.moving ?? 0)
  return took < 1 || stream.rowsRead === 0 ? undefined : (stream.rowsRead * 1_000) / took
}

/** The durations of the parts. */
export const durationsOf = (spans: readonly StreamSpan[]): Readonly<Partial<Record<SpanName, number>>> =>
  defined(Object.fromEntries(spans.map(({ name, from, until }) => [name, until - from])))
