import { ConnectorError } from '../connectors/connector.ts'
import type { Load } from '../connectors/destination.ts'
import type { BlockRange, FinishedRange, RangedLoad, RangedTable } from '../connectors/ranges.ts'
import type { Source } from '../connectors/source.ts'
import { checkLanded } from './check-landed.ts'
import { counting } from './move-stream.ts'
import type { PlannedStream } from './plan-streams.ts'
import type { RangeHelp } from './range-help.ts'
import { areWorthSharing, type RangePlan } from './range-plan.ts'
import { takeRanges } from './take-ranges.ts'

export interface RangesRun {
  readonly stream: PlannedStream
  readonly table: RangedTable
  readonly ranges: readonly BlockRange[]
  readonly plan: RangePlan
  readonly source: Source
  readonly signal: AbortSignal
  /** Whether another attempt follows one that was stopped. */
  readonly isHandedOver: () => boolean
  /** Absent: this worker moves all of them. */
  readonly help?: RangeHelp
}

/** Moves one stream range by range, without those that an earlier attempt has finished, and settles its tracker like `moveStream`. */
export async function moveRanges(run: RangesRun): Promise<void> {
  const { stream, table, ranges, signal, isHandedOver } = run
  const { target, format, tracker } = stream
  let load: RangedLoad | undefined
  try {
    signal.throwIfAborted()
    tracker.enter('running')
    tracker.begin('moving')
    load = await target.loadRanges?.(format, { plan: `${table.storage} ${ranges[0]?.end}`, moment: table.moment })
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
    await load.list(left)
    await moveAll(run, load, { kept, left })
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

/** Moves what is left, and counts what others move of it meanwhile. */
async function moveAll(run: RangesRun, load: RangedLoad, { kept, left }: Ranges): Promise<void> {
  const { stream, source, plan, signal } = run
  const { entity, target, format, tracker } = stream
  const counted = new Set(kept.map(({ first }) => first))
  const helped = new Map<string, { ranges: number; rows: number }>()
  const countOthers = async () => {
    for (const { first, rows, bytes, helper } of await load.look()) {
      if (counted.has(first)) continue
      counted.add(first)
      if (helper === undefined) continue
      tracker.advance(rows, bytes)
      const before = helped.get(helper) ?? { ranges: 0, rows: 0 }
      helped.set(helper, { ranges: before.ranges + 1, rows: before.rows + rows })
    }
  }
  const withdraw = await offerRanges(run, load, left)
  try {
    const work = {
      source,
      request: { entity, columns: target.columns, format },
      sinkOf: (into: Load) => counting(into, tracker),
      signal,
    }
    const takeFree = async () => {
      if (withdraw) await countOthers()
      return load.take('free')
    }
    await takeRanges({ ...work, take: takeFree, atOnce: plan.atOnce, most: left.length })
    // What others have begun and do not bring to its end comes back here.
    await takeRanges({ ...work, take: () => load.take('any'), atOnce: 1, most: 1 })
  } finally {
    await withdraw?.()
  }
  if (withdraw) await countOthers()
  const all = kept.length + left.length
  for (const [helper, { ranges, rows }] of helped)
    tracker.log('info', `Worker ${helper} moved ${ranges} of ${all} ranges, with ${rows} rows.`)
}

interface Ranges {
  readonly kept: readonly BlockRange[]
  readonly left: readonly BlockRange[]
}

/** Asks other workers, where that pays. @returns what ends it */
async function offerRanges(
  { stream, source, table, plan, help }: RangesRun,
  load: RangedLoad,
  left: readonly BlockRange[],
): Promise<(() => Promise<void>) | undefined> {
  const { entity, target, format } = stream
  const { view } = source
  if (!help || view === undefined || !areWorthSharing(left, plan)) return undefined
  const { storage, moment } = table
  const offer = { entity: entity.name, columns: target.columns, format, view, storage, moment, place: load.place }
  // Where it cannot be reached, neither can the destination by those who move rows.
  const shutOut = (helper: string) => void load.shutOut(helper).catch(() => undefined)
  return help.offer({ ...offer, atOnce: plan.atOnce }, shutOut)
}
