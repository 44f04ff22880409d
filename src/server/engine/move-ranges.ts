import { ConnectorError } from '../connectors/connector.ts'
import type { Load } from '../connectors/destination.ts'
import type { BlockRange, FinishedRange, RangedLoad, RangedTable } from '../connectors/ranges.ts'
import type { Source } from '../connectors/source.ts'
import { checkLanded } from './check-landed.ts'
import { counting } from './move-stream.ts'
import type { PlannedStream } from './plan-streams.ts'
import type { RangePlan } from './range-plan.ts'
import type { Turn } from './turns.ts'
import { Turns } from './turns.ts'

export interface RangesRun {
  readonly stream: PlannedStream
  readonly table: RangedTable
  readonly ranges: readonly BlockRange[]
  readonly plan: RangePlan
  readonly source: Source
  readonly signal: AbortSignal
  /** Whether another attempt follows one that was stopped. */
  readonly isHandedOver: () => boolean
}

/** Moves one stream range by range, without those that an earlier attempt has finished, and settles its tracker like `moveStream`. */
export async function moveRanges(run: RangesRun): Promise<void> {
  const { stream, table, ranges, plan, signal, isHandedOver } = run
  const { target, format, tracker } = stream
  let load: RangedLoad | undefined
  try {
    signal.throwIfAborted()
    tracker.enter('running')
    tracker.begin('moving')
    load = await target.loadRanges?.(format, { plan: `${table.storage} ${plan.blocks}`, moment: table.moment })
    if (!load) throw new Error(`${tracker.progress.target} takes no ranges`)
    const kept = await keptRanges(run, load)
    const left = ranges.filter(({ first }) => !kept.some((range) => range.first === first))
    if (kept.length > 0) {
      const rows = kept.reduce((sum, range) => sum + range.rows, 0)
      tracker.resume(rows)
      tracker.log(
        'info',
        `Resumed: ${kept.length} of ${kept.length + left.length} ranges, with ${rows} rows, were there already and are counted as read and written.`,
      )
    }
    await moveAll(run, load, left)
    tracker.begin('checking')
    await checkLanded(stream, run.source, load, tracker.progress.rowsWritten)
    tracker.begin('committing')
    tracker.enter('committing')
    await load.commit({ ranges: kept.length + left.length, rows: tracker.progress.rowsWritten })
    tracker.enter('succeeded')
  } catch (error) {
    await load?.abandon(signal.aborted && isHandedOver() ? 'keep' : 'drop')
    if (signal.aborted) tracker.cancel()
    else if (error instanceof ConnectorError) tracker.fail(error.problem)
    else throw error
  }
}

/** What was finished counts as long as the source sees the very same rows in all of it; else everything begins anew. */
async function keptRanges({ stream, table, signal }: RangesRun, load: RangedLoad): Promise<readonly FinishedRange[]> {
  for (const range of load.finished) {
    signal.throwIfAborted()
    if (await table.isUnchanged(range)) continue
    stream.tracker.log('info', 'Rows that an earlier attempt had brought have changed since, so it begins anew.')
    await load.startOver()
    return []
  }
  return load.finished
}

/**
 * As many as the plan says are on the wire, and as many are committed, both in order; those that come next are opened meanwhile, so that the
 * wire waits for no disk. Never are more than twice as many open. The first that fails stops the others.
 */
async function moveAll(run: RangesRun, load: RangedLoad, ranges: readonly BlockRange[]): Promise<void> {
  const { atOnce } = run.plan
  const failed = new AbortController()
  const signal = AbortSignal.any([run.signal, failed.signal])
  const waiting = [...ranges]
  const wire = new Turns(atOnce)
  const commits = new Turns(atOnce)
  const work = async () => {
    for (let range = waiting.shift(); range && !signal.aborted; range = waiting.shift()) {
      const turns = { onWire: wire.take(), toCommit: commits.take() }
      try {
        await moveRange({ ...run, signal }, await load.open(range), range, turns)
      } catch (error) {
        failed.abort(error)
      } finally {
        turns.onWire.end()
        turns.toCommit.end()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(2 * atOnce, ranges.length) }, work))
  signal.throwIfAborted()
}

interface RangeTurns {
  readonly onWire: Turn
  readonly toCommit: Turn
}

async function moveRange(
  { stream, source, signal }: RangesRun,
  load: Load,
  range: BlockRange,
  { onWire, toCommit }: RangeTurns,
): Promise<void> {
  const { entity, target, format, tracker } = stream
  try {
    const stop = AbortSignal.any([signal, load.failure])
    const request = { entity, columns: target.columns, format, range }
    await onWire.begun
    stop.throwIfAborted()
    const read = await source.read(request, counting(load, tracker), stop)
    onWire.end()
    const loaded = await load.finish()
    if (read !== loaded) throw miscounted(entity.name, range, read, loaded)
    await toCommit.begun
    stop.throwIfAborted()
    await load.commit()
  } catch (error) {
    await load.abandon()
    throw error
  }
}

const miscounted = (entity: string, { first, end }: BlockRange, read: number, loaded: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: `The source sent ${read} rows of the blocks ${first} to ${end} of ${entity}, and the destination took ${loaded}.`,
    hint: 'Nothing was changed. Run again; if it happens again, report it.',
    retryable: true,
  })
