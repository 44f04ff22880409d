import { countedRows } from '../../../core/catalog/counted.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Load } from '../../ports/load.ts'
import type { BlockRange, FinishedRange, RangedLoad } from '../../ports/ranges.ts'
import { checkRows } from '../checks/check-rows.ts'
import type { StreamRun } from '../move-stream.ts'
import { checkArrival } from '../pipeline/check-arrival.ts'
import { countAtSource } from '../pipeline/count-at-source.ts'
import { countFiltered, counting } from '../pipeline/count-rows.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import type { PushedSteps } from '../plan/pushed-steps.ts'
import type { RangedStream } from './choose-ranges.ts'
import { areWorthSharing } from './range-plan.ts'
import { takeRanges } from './take-ranges.ts'

interface RangesRun extends StreamRun, RangedStream {
  readonly stream: PlannedStream
  readonly pushed: PushedSteps | undefined
}

/** Moves one stream range by range, without ranges that an earlier attempt has finished. @throws ConnectorError, or the signal's reason */
export async function moveRanges(
  stream: PlannedStream,
  ranged: RangedStream,
  streamRun: StreamRun,
  pushed: PushedSteps | undefined,
): Promise<void> {
  const run: RangesRun = { ...streamRun, ...ranged, stream, pushed }
  const { table, ranges } = ranged
  const { format, tracker } = stream
  const { source, signal, isHandedOver } = run
  let load: RangedLoad | undefined
  try {
    load = await ranged.taken.load(format, {
      plan: `${table.storage} ${ranges[0]?.end}`,
      snapshotId: table.snapshotId,
    })
    const kept = await keptRanges(run, load)
    const left = ranges.filter(({ first }) => !kept.some((range) => range.first === first))
    if (kept.length > 0) {
      const rows = kept.reduce((sum, range) => sum + range.rows, 0)
      tracker.resume(rows)
      tracker.log(
        'info',
        sentence`Resumed: ${kept.length} of ${kept.length + left.length} ranges, with ${countedRows(rows)}, had already been written and are counted as read and written.`,
        'destination',
      )
    }
    await load.list(left)
    await moveAll(run, load, { kept, left })
    const { rowsWritten } = tracker.progress
    if (pushed) countFiltered(tracker, pushed, rowsWritten)
    tracker.begin('checking')
    const { confirm } = await countAtSource(stream, source, pushed)
    await checkArrival(stream, { source, load, count: () => confirm(rowsWritten) }, rowsWritten)
    await checkRows(stream, load.find)
    tracker.begin('committing')
    tracker.enter('committing')
    const { moment } = stream
    await load.commit(defined({ ranges: kept.length + left.length, rows: rowsWritten, highWaterMark: moment }))
  } catch (error) {
    await load?.abandon(signal.aborted && isHandedOver() ? 'keep' : 'drop')
    throw error
  }
}

/** Finished ranges count if the source still has exactly the same rows in all of them; otherwise the copy starts again. */
async function keptRanges({ stream, table, signal }: RangesRun, load: RangedLoad): Promise<readonly FinishedRange[]> {
  for (const range of load.finished) {
    signal.throwIfAborted()
    if (await table.isUnchanged(range)) continue
    stream.tracker.log(
      'info',
      sentence`Rows that an earlier attempt wrote have changed since, so this attempt starts from the beginning.`,
      'source',
    )
    await load.startOver()
    return []
  }
  return load.finished
}

/** Moves the remaining ranges, and counts the ranges of other workers at the same time. */
async function moveAll(run: RangesRun, load: RangedLoad, { kept, left }: Ranges): Promise<void> {
  const { stream, source, plan, signal, pushed } = run
  const { entity, target, format, tracker } = stream
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
    const work = {
      source,
      request: {
        entity,
        columns: target.columns,
        format,
        ...defined({ nativeText: target.nativeText, pushdown: pushed?.pushdown }),
      },
      sinkOf: (into: Load) => counting(into, tracker),
      signal,
    }
    const takeFree = async () => {
      if (withdraw) await countOthers()
      return load.take('free')
    }
    await takeRanges({ ...work, take: takeFree, atOnce: plan.atOnce, limit: left.length })
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
  readonly kept: readonly BlockRange[]
  readonly left: readonly BlockRange[]
}

/** Asks other workers for help, if it is useful. @returns a function that ends it */
async function shareRanges(
  { stream, source, table, plan, assist, pushed }: RangesRun,
  load: RangedLoad,
  left: readonly BlockRange[],
): Promise<(() => Promise<void>) | undefined> {
  const { entity, target, format } = stream
  // The salt of hashes is a secret that stays with the run.
  if (!assist || pushed || !source.ranges || !areWorthSharing(left, plan)) return undefined
  const { storage, snapshotId } = table
  const share = {
    entity: entity.name,
    columns: target.columns,
    format,
    snapshotName: source.ranges.snapshotName,
    storage,
    snapshotId,
    loadId: load.loadId,
  }
  // If it cannot be reached, workers cannot reach the destination either.
  const blockOthers = (assistant: string) => void load.blockOthers(assistant).catch(() => undefined)
  return assist.share({ ...share, atOnce: plan.atOnce }, blockOthers)
}
