import type { UncheckedReason } from '../../core/catalog/runs/check-states.ts'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { Load } from '../ports/destination.ts'
import type { RangedLoad } from '../ports/ranges.ts'
import type { Source } from '../ports/source.ts'
import type { KeyComparison } from './plan/plan-check.ts'
import type { PlannedStream } from './plan/plan-stream.ts'
import { comparisonOfOne, comparisonWithout } from './plan/plan-value-check.ts'

/**
 * Checks the staged rows before they are put in place: compares their number with the rows that were read, and if both systems can compute
 * it, a sum over their keys. Nothing is in place yet, so after a difference the old rows stay.
 * @param rows number of rows that were sent. @throws ConnectorError `VERIFICATION_FAILED`
 */
export async function checkLanded(
  { entity, window, check, tracker }: PlannedStream,
  source: Source,
  load: Pick<Load | RangedLoad, 'digest'>,
  rows: number,
): Promise<void> {
  if (!load.digest) return tracker.checked({ state: 'counted', rows, reason: 'answered' })
  const planned = typeof check === 'string' ? undefined : comparisonOf(check, tracker, window)
  const both = { source, part: partOf(entity, window), load }
  const first = await sumsOf(both, planned)
  if (first.landed.rows !== rows) {
    tracker.checked({ state: 'failed', rows: first.landed.rows })
    throw failed(sentence`${rows} rows of ${entity.name} were sent, but the destination has ${first.landed.rows}.`)
  }
  const summed = planned?.slower && !first.areEqual ? planned.slower : planned
  const sums = summed === planned ? first : await sumsOf(both, summed)
  if (!summed || sums.read?.keys === undefined || sums.landed.keys === undefined)
    return tracker.checked({ state: 'counted', rows, reason: whyUnchecked(check, planned, tracker) })
  const keys = summed.landed.columns
  const digest = { name: summed.read.name, read: sums.read.keys, landed: sums.landed.keys }
  tracker.checked({ state: sums.areEqual ? 'verified' : 'failed', rows, keys, digest })
  if (sums.areEqual) return
  const differing = summed.areValues ? await differingColumns(both, summed) : keys
  throw failed(
    sentence`The ${rows} rows of ${entity.name} that arrived differ from the rows that were read: ${differing.join(', ')}.`,
  )
}

function whyUnchecked(
  check: PlannedStream['check'],
  planned: KeyComparison | undefined,
  { progress }: PlannedStream['tracker'],
): UncheckedReason {
  if (typeof check === 'string') return check
  if (planned) return 'source-changed'
  return progress.rowsRejected > 0 ? 'rejected' : 'types'
}

/** Rejected rows did not arrive, values that were read as NULL differ, and a window is not the whole table. @returns nothing if nothing is left to compare */
const comparisonOf = (
  check: KeyComparison,
  { progress, columnsReadAsNull }: PlannedStream['tracker'],
  window: PlannedStream['window'],
) => (progress.rowsRejected > 0 ? undefined : comparisonWithout((window && check.slower) ?? check, columnsReadAsNull))

const partOf = (entity: PlannedStream['entity'], window: PlannedStream['window']) => ({
  entity,
  ...(window && { window }),
})

interface BothSides {
  readonly source: Source
  readonly part: Parameters<NonNullable<Source['digest']>>[0]
  readonly load: Pick<Load | RangedLoad, 'digest'>
}

async function sumsOf({ source, part, load }: BothSides, comparison: KeyComparison | undefined) {
  const [read, landed = { rows: 0 }] = await Promise.all([
    comparison && source.digest?.(part, comparison.read),
    load.digest?.(comparison?.landed),
  ])
  return { read, landed, areEqual: read?.rows === landed.rows && read.keys === landed.keys }
}

/** The columns in which values differ, by a sum of each alone. */
async function differingColumns(both: BothSides, comparison: KeyComparison): Promise<readonly string[]> {
  const { columns } = comparison.landed
  const differing: string[] = []
  for (const [at, column] of columns.entries())
    if (!(await sumsOf(both, comparisonOfOne(comparison, at))).areEqual) differing.push(column)
  return differing.length > 0 ? differing : columns
}

const failed = (message: Sentence) =>
  new ConnectorError({
    code: 'VERIFICATION_FAILED',
    message,
    hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
