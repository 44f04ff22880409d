import type { Load } from '../connectors/destination.ts'
import { checkLanded } from './check-landed.ts'
import { balance, countFiltered, counting } from './count-rows.ts'
import { at, errorAt } from './errors-at.ts'
import type { StreamRun } from './move-stream.ts'
import { moveThroughSteps } from './move-through-steps.ts'
import type { PlannedStream } from './plan-streams.ts'
import type { PushedSteps } from './pushed-steps.ts'
import { rejectingLoad } from './rejecting-load.ts'

/** Moves the rows of a stream in one piece, and puts them in place. @throws ConnectorError, or the signal's reason */
export async function moveWhole(
  stream: PlannedStream,
  { source, signal }: Pick<StreamRun, 'source' | 'signal'>,
  pushed: PushedSteps | undefined,
): Promise<void> {
  const { entity, target, format, window, tracker, steps } = stream
  let load: Load | undefined
  try {
    load = await at('destination', loadOf(stream))
    const { failure } = load
    const stop = AbortSignal.any([signal, failure])
    const failed = (error: unknown) => {
      throw errorAt(failure.aborted ? 'destination' : 'source', error)
    }
    const limit = steps?.bound.readLimit
    const request = {
      entity,
      columns: target.columns,
      format,
      ...(window && { window }),
      ...(target.asStored && { asStored: target.asStored }),
      ...(pushed && { pushdown: pushed.pushdown }),
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
  } catch (error) {
    await load?.abandon()
    throw error
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
