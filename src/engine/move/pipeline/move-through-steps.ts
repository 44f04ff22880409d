import { countedRows } from '../../../core/catalog/counted.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Load } from '../../ports/load.ts'
import type { Pushdown } from '../../ports/pushdown.ts'
import type { ReadRequest, RowSink, Source } from '../../ports/source.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import type { RunnableSteps } from '../plan/plan-steps.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import { nativeTextOf } from '../plan/traced-rows.ts'
import type { StreamTracker } from '../run/stream-tracker.ts'
import { readingInvalid } from './reading-invalid.ts'

interface StepsRun {
  readonly stream: PlannedStream
  readonly steps: RunnableSteps
  /** Earlier steps, which the source runs. */
  readonly pushdown: Pushdown | undefined
  readonly source: Source
  readonly load: Load
  readonly signal: AbortSignal
}

/** Reads a stream, and its joined streams, through its steps into the load. @returns the number of rows at the first step */
export async function moveThroughSteps({ stream, steps, pushdown, source, load, signal }: StepsRun): Promise<number> {
  const { entity, window, keys, tracker } = stream
  const { bound } = steps
  const request = { entity, ...defined({ window, keys, limit: bound.readLimit, pushdown }), ...readingInvalid(stream) }
  const read = await passThroughSteps({ stream, steps, request, source, signal }, load, tracker)
  if (bound.readLimit !== undefined || bound.passLimit !== undefined) tracker.stopReading(read)
  endSteps(steps, tracker)
  return read
}

/** Counts the rows that steps have left out or added. @throws ConnectorError if they must not */
export function endSteps({ changesCount }: RunnableSteps, tracker: StreamTracker): void {
  tracker.finalizeSteps()
  if (!changesCount) refuseOtherCount(tracker)
}

interface Passing extends Pick<StepsRun, 'stream' | 'steps' | 'signal'> {
  /** Without what the steps decide. */
  readonly request: Omit<ReadRequest, 'columns' | 'format' | 'nativeText'>
  readonly source: Pick<Source, 'read' | 'entities'>
}

/** Passes rows through the steps into a sink. @param tracker absent: they are counted nowhere. @returns the number of rows at the first step */
export async function passThroughSteps(
  { stream, steps, request, source, signal }: Passing,
  into: RowSink,
  tracker?: StreamTracker,
): Promise<number> {
  const { target, isTraced } = stream
  const { bound, process, order, salt } = steps
  const stopped = aborted(signal)
  return process.transform(
    { steps: order, columns: target.columns, isTraced, salt, signal },
    {
      main: async (columns, sink, stop) => {
        const nativeText = nativeTextOf(steps, target, bound.main)
        const read = { ...request, columns, format: COMMON_TEXT, nativeText }
        const rows = await source.read(read, tracker ? counting(sink, tracker) : sink, stop)
        // Steps over all rows may take long from here on; until then the last count is shown.
        tracker?.enter('running')
        return rows
      },
      other: (other) => async (columns, sink, stop) => {
        const [joined] = await source.entities([other.entity])
        if (!joined) throw goneSincePlan(other.entity)
        const nativeText = nativeTextOf(steps, target, other)
        const read = { entity: joined, columns, format: COMMON_TEXT, nativeText, ...readingInvalid(stream) }
        const rows = await source.read(read, sink, stop)
        tracker?.log('info', sentence`To be joined, ${countedRows(rows)} of ${other.entity} have been read.`, 'step')
        return rows
      },
    },
    async (frames, rows) => {
      tracker?.passOn(rows)
      if (!into.write(frames, rows)) await Promise.race([into.drained(), stopped])
      signal.throwIfAborted()
    },
  )
}

/** Steps that work row by row neither lose nor add rows. */
function refuseOtherCount({ progress: { rowsFiltered, rowsAdded = 0 } }: StreamTracker): void {
  if (rowsFiltered + rowsAdded === 0) return
  throw new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${rowsFiltered + rowsAdded} rows were lost or added by steps that must not change the number of rows.`,
    hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
}

export const goneSincePlan = (table: string) =>
  new ConnectorError({
    code: 'ENTITY_NOT_FOUND',
    message: sentence`The source has no ${table} any more: it was there when the run began.`,
    side: 'source',
    gone: { table },
  })

const counting = (sink: RowSink, tracker: StreamTracker): RowSink => ({
  write(frames, rows) {
    tracker.takeIn(rows, frames.length)
    return sink.write(frames, rows)
  },
  drained: () => sink.drained(),
})

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
