import { countedRows } from '../../../core/catalog/counted.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { inLanes } from '../../ports/in-lanes.ts'
import type { FinishedRange, RangedLoad, TableRange } from '../../ports/ranges.ts'
import type { RowSink } from '../../ports/source.ts'
import { checkRows } from '../checks/check-rows.ts'
import type { StreamRun } from '../move-stream.ts'
import { checkArrival } from '../pipeline/check-arrival.ts'
import { countAtSource } from '../pipeline/count-at-source.ts'
import { countFiltered } from '../pipeline/count-rows.ts'
import { endSteps, passThroughSteps } from '../pipeline/move-through-steps.ts'
import { readingInvalid } from '../pipeline/reading-invalid.ts'
import type { RunnableSteps } from '../plan/plan-steps.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import type { PushedSteps } from '../plan/pushed-steps.ts'
import { type RangedStream, stepsHere } from './choose-ranges.ts'
import { areWorthSharing } from './range-plan.ts'
import { isAsSent, type RangeReading, rowsReadOf, sendRange } from './send-range.ts'
import { takeRanges } from './take-ranges.ts'

interface RangesRun extends StreamRun, RangedStream {
  readonly stream: PlannedStream
  readonly pushed: PushedSteps | undefined
  /** Those that run here, row by row. */
  readonly steps: RunnableSteps | undefined
  readonly reading: RangeReading
}

/**
 * Moves one stream range by range, without ranges that an earlier attempt has finished. @returns whether the destination takes ranges
 * @throws ConnectorError, or the signal's reason
 */
export async function moveRanges(
  stream: PlannedStream,
  ranged: RangedStream,
  streamRun: StreamRun,
  pushed: PushedSteps | undefined,
): Promise<boolean> {
  const reading = readingOf(stream, ranged, streamRun, pushed)
  const run: RangesRun = { ...streamRun, ...ranged, stream, pushed, steps: stepsHere(stream, pushed), reading }
  const { table, length, taken } = ranged
  const { format, tracker } = stream
  const { source, signal, isHandedOver } = run
  let load: RangedLoad | undefined
  try {
    load = await taken.load(format, planOf(run), readersOf(run))
    if (!load) return false
    const kept = await keptRanges(run, load)
    const left = await table.ranges(length, kept)
    if (kept.length > 0) {
      const rows = kept.reduce((sum, range) => sum + range.rows, 0)
      const read = kept.reduce((sum, range) => sum + rowsReadOf(range), 0)
      tracker.resume({ read, written: rows })
      tracker.log(
        'info',
        sentence`Resumed: ${kept.length} of ${kept.length + left.length} ranges, with ${countedRows(rows)}, had already been written and are counted as read and written.`,
        'destination',
      )
    }
    await load.list(left)
    await moveAll(run, load, { kept, left })
    const { rowsRead, rowsWritten } = tracker.progress
    if (run.steps) endSteps(run.steps, tracker)
    if (pushed) countFiltered(tracker, pushed, rowsRead)
    tracker.begin('checking')
    const { confirm } = await countAtSource(stream, source, pushed)
    await checkArrival(stream, { source, load, count: () => confirm(rowsRead) }, rowsWritten)
    await checkRows(stream, load.find)
    tracker.begin('committing')
    tracker.enter('committing')
    const highWaterMark = stream.moment ?? stream.window?.until
    const total = { ranges: kept.length + left.length, rows: rowsWritten, ...defined({ highWaterMark }) }
    tracker.place(await load.commit(total), false)
    return true
  } catch (error) {
    await load?.abandon(signal.aborted && isHandedOver() ? 'keep' : 'drop')
    throw error
  }
}

/** How many ranges can be read at once: steps run in one process, one range after the other. */
const readersOf = ({ source, steps }: Pick<RangesRun, 'source' | 'steps'>) =>
  steps ? 1 : (source.ranges?.atOnce ?? Number.POSITIVE_INFINITY)

/** What must be equal in two attempts: also what steps make of the rows, wherever they run. */
const planOf = ({ table, stream, steps }: RangesRun): string =>
  stream.steps ? JSON.stringify([table.storage, stream.steps.order.digest, steps?.order.digest ?? null]) : table.storage

function readingOf(
  stream: PlannedStream,
  { table }: RangedStream,
  { source }: StreamRun,
  pushed: PushedSteps | undefined,
): RangeReading {
  const { entity, target, format, window } = stream
  const { columns, nativeText } = target
  const steps = stepsHere(stream, pushed)
  const throughSteps: RangeReading['throughSteps'] =
    steps &&
    ((request, sink, signal, tracker) => passThroughSteps({ stream, steps, request, source, signal }, sink, tracker))
  return {
    ...defined({ throughSteps }),
    source,
    request: {
      entity,
      columns,
      format,
      ...defined({ nativeText, window, pushdown: pushed?.pushdown }),
      ...readingInvalid(stream),
    },
    snapshotId: table.history?.snapshotId,
  }
}

/** Finished ranges count if the source still has exactly the same rows in all of them; otherwise the copy starts again. */
async function keptRanges(run: RangesRun, load: RangedLoad): Promise<readonly FinishedRange[]> {
  const { table, reading, plan, signal } = run
  const { tracker } = run.stream
  if (load.finished.length === 0) return []
  if (!table.history)
    tracker.log(
      'info',
      sentence`The rows of ${load.finished.length} ranges that an earlier attempt wrote are read again, to find out whether they have changed.`,
      'source',
    )
  const changed = new Set<TableRange>()
  await inLanes(load.finished, Math.min(readersOf(run), plan.atOnce), async (range) => {
    signal.throwIfAborted()
    if (changed.size === 0 && !(await isAsSent(table, reading, range, signal))) changed.add(range)
  })
  if (changed.size === 0) return load.finished
  tracker.log(
    'info',
    sentence`Rows that an earlier attempt wrote have changed since, so this attempt starts from the beginning.`,
    'source',
  )
  await load.startOver()
  return []
}

/** Moves the remaining ranges, and counts the ranges of other workers at the same time. */
async function moveAll(run: RangesRun, load: RangedLoad, { kept, left }: Ranges): Promise<void> {
  const { stream, plan, signal, reading } = run
  const { entity, tracker } = stream
  const counted = new Set(kept.map(({ first }) => first))
  const assisted = new Map<string, { ranges: number; rows: number }>()
  const countOthers = async () => {
    for (const { first, rows, bytes, assistant } of await load.look()) {
      if (counted.has(first)) continue
      counted.add(first)
      if (assistant === undefined) continue
      tracker.advance(rows, bytes)
      const before = assisted.get(assistant) ?? { ranges: 0, rows: 0 }
      assisted.set(assistant, { ranges: before.ranges + 1, rows: before.rows + rows })
    }
  }
  const withdraw = await shareRanges(run, load, left)
  try {
    const send = (range: TableRange, into: RowSink, stop: AbortSignal) => sendRange(reading, range, into, stop, tracker)
    const work = { entity: entity.name, send, signal }
    const takeFree = async () => {
      if (withdraw) await countOthers()
      return load.take('free')
    }
    const atOnce = Math.min(readersOf(run), load.atOnce ?? plan.atOnce)
    await takeRanges({ ...work, take: takeFree, atOnce, limit: left.length })
    // Ranges that others have begun and not finished are moved here.
    await takeRanges({ ...work, take: () => load.take('any'), atOnce: 1, limit: 1 })
  } finally {
    await withdraw?.()
  }
  if (withdraw) await countOthers()
  const all = kept.length + left.length
  for (const [assistant, { ranges, rows }] of assisted)
    tracker.log('info', sentence`Worker ${assistant} moved ${ranges} of ${all} ranges, with ${countedRows(rows)}.`)
}

interface Ranges {
  readonly kept: readonly TableRange[]
  readonly left: readonly TableRange[]
}

/** Asks other workers for help, if it is useful. @returns a function that ends it */
async function shareRanges(
  { stream, source, table, length, plan, assist, pushed, steps }: RangesRun,
  load: RangedLoad,
  left: readonly TableRange[],
): Promise<(() => Promise<void>) | undefined> {
  const { entity, target, format, window } = stream
  const { snapshotName } = source.ranges ?? {}
  const { storage, history } = table
  const { loadId } = load
  // The salt of hashes is a secret that stays with the run; a window is short, or read once.
  if (!assist || pushed || steps || window || snapshotName === undefined || !history || loadId === undefined)
    return undefined
  if (!areWorthSharing(left, length, plan)) return undefined
  const share = {
    entity: entity.name,
    columns: target.columns,
    format,
    snapshotName,
    storage,
    snapshotId: history.snapshotId,
    loadId,
  }
  // If it cannot be reached, workers cannot reach the destination either.
  const blockOthers = (assistant: string) => void load.blockOthers(assistant).catch(() => undefined)
  return assist.share({ ...share, atOnce: plan.atOnce }, blockOthers)
}
