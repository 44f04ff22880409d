import { ConnectorError } from '../connectors/connector.ts'
import type { Load } from '../connectors/destination.ts'
import type { PushdownAnswer, RowSink, Source } from '../connectors/source.ts'
import { checkLanded } from './check-landed.ts'
import { at, errorAt } from './errors-at.ts'
import { moveThroughSteps } from './move-through-steps.ts'
import type { PlannedStream } from './plan-streams.ts'
import { rejectingLoad } from './rejecting-load.ts'
import type { StreamTracker } from './stream-tracker.ts'

/** Moves one stream and settles its tracker. Never throws for what an outside system does. */
export async function moveStream(stream: PlannedStream, source: Source, signal: AbortSignal): Promise<void> {
  const { entity, target, format, window, tracker, steps } = stream
  let load: Load | undefined
  try {
    signal.throwIfAborted()
    tracker.enter('running')
    tracker.begin('moving')
    const pushed = steps?.pushdown && (await source.pushdown?.({ entity, ...(window && { window }) }, steps.pushdown))
    if (pushed) tracker.log('info', DONE_BY_THE_SOURCE)
    load = await at('destination', loadOf(stream))
    const { failure } = load
    const stop = AbortSignal.any([signal, failure])
    const failed = (error: unknown) => {
      throw errorAt(failure.aborted ? 'destination' : 'source', error)
    }
    const pushdown = pushed && steps?.pushdown
    const limit = steps?.bound.readLimit
    const request = {
      entity,
      columns: target.columns,
      format,
      ...(window && { window }),
      ...(target.asStored && { asStored: target.asStored }),
      ...(pushdown && { pushdown }),
      ...(limit !== undefined && { limit }),
    }
    const read =
      steps && !pushed
        ? await moveThroughSteps({ stream, steps, source, load, signal: stop })
        : await source.read(request, counting(load, tracker), stop).catch(failed)
    const loaded = await at('destination', load.finish())
    balance(tracker, read, loaded)
    if (pushed && limit === undefined) countFiltered(tracker, pushed, read)
    tracker.begin('checking')
    await checkLanded(stream, source, load, loaded)
    tracker.begin('committing')
    tracker.enter('committing')
    await at('destination', load.commit(window?.until))
    tracker.enter('succeeded')
  } catch (error) {
    await load?.abandon()
    if (signal.aborted) tracker.cancel()
    else if (error instanceof ConnectorError) tracker.fail(error.problem)
    else throw error
  }
}

/** Says at the end how many rows were kept of those that were rejected. */
async function loadOf({ entity, target, format, tracker, columns, rejects }: PlannedStream): Promise<Load> {
  const load = await target.load(format)
  const refuses = target.refuses?.bind(target)
  if (!rejects || !refuses) return load
  const arriving = target.columns.flatMap((name) => columns.filter((column) => column.name === name))
  rejects.begin({ entity: entity.name, target: tracker.progress.target, columns: arriving })
  let kept = 0
  const rejecting = rejectingLoad(load, refuses, (row) => {
    tracker.reject()
    if (rejects.keep(entity.name, row)) kept++
  })
  const finish = async () => {
    const loaded = await rejecting.finish()
    await rejects.settle()
    const { rowsRejected } = tracker.progress
    if (rowsRejected > 0)
      tracker.log('warning', `${rowsRejected} rows were rejected; ${kept} of them are kept for 14 days.`)
    return loaded
  }
  return { ...rejecting, finish }
}

/** Tells the tracker what passes. */
export const counting = (sink: RowSink, tracker: StreamTracker): RowSink => ({
  write(frames, rows) {
    tracker.advance(rows, frames.length)
    return sink.write(frames, rows)
  },
  drained: () => sink.drained(),
})

const DONE_BY_THE_SOURCE = "The steps were done by the source's own SELECT: its rows came as they leave the last step."

/** What the source left out never came here, so its own count says how many there were. */
function countFiltered(tracker: StreamTracker, { rows }: PushdownAnswer, sent: number): void {
  if (rows === undefined) return
  if (rows < sent) throw miscounted(`The source counted ${rows} rows and sent ${sent}.`)
  tracker.addFiltered(rows - sent)
}

/** Three counts that come about independently must agree, or nothing is committed. */
function balance({ progress }: StreamTracker, read: number, loaded: number): void {
  const { rowsRead, rowsFiltered, rowsRejected, rowsWritten, rowsAdded = 0 } = progress
  const isWhole = rowsRead + rowsAdded === rowsFiltered + rowsRejected + rowsWritten
  if (read === rowsRead && loaded === rowsWritten && isWhole) return
  throw miscounted(`The source sent ${read} rows, ${rowsRead} passed through, and the destination took ${loaded}.`)
}

const miscounted = (message: string) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message,
    hint: 'Nothing was changed. Run again; if it happens again, report it.',
    retryable: true,
  })
