import { countedRows } from '../../../core/catalog/counted.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Load } from '../../ports/load.ts'
import type { Pushdown } from '../../ports/pushdown.ts'
import type { RowSink, Source } from '../../ports/source.ts'
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
  const { entity, target, window, keys, isTraced, tracker } = stream
  const { bound, process, order, salt, changesCount } = steps
  const stopped = aborted(signal)
  const read = await process.transform(
    { steps: order, columns: target.columns, isTraced, salt, signal },
    {
      main: async (columns, sink, stop) => {
        const request = {
          entity,
          columns,
          format: COMMON_TEXT,
          nativeText: nativeTextOf(steps, target, bound.main),
          ...defined({ window, keys, limit: bound.readLimit, pushdown }),
          ...readingInvalid(stream),
        }
        const rows = await source.read(request, counting(sink, tracker), stop)
        // Steps over all rows may take long from here on; until then the last count is shown.
        tracker.enter('running')
        return rows
      },
      other: (other) => async (columns, sink, stop) => {
        const [joined] = await source.entities([other.entity])
        if (!joined) throw goneSincePlan(other.entity)
        const nativeText = nativeTextOf(steps, target, other)
        const request = { entity: joined, columns, format: COMMON_TEXT, nativeText, ...readingInvalid(stream) }
        const rows = await source.read(request, sink, stop)
        tracker.log('info', sentence`To be joined, ${countedRows(rows)} of ${other.entity} have been read.`, 'step')
        return rows
      },
    },
    async (frames, rows) => {
      tracker.passOn(rows)
      if (!load.write(frames, rows)) await Promise.race([load.drained(), stopped])
      signal.throwIfAborted()
    },
  )
  if (bound.readLimit !== undefined || bound.passLimit !== undefined) tracker.stopReading(read)
  tracker.finalizeSteps()
  if (!changesCount) refuseOtherCount(tracker)
  return read
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
