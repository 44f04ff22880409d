import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { Load } from '../ports/destination.ts'
import type { RangedLoad } from '../ports/ranges.ts'
import type { Source } from '../ports/source.ts'
import type { LandedCheck } from './move-request.ts'
import type { KeyComparison } from './plan/plan-check.ts'
import type { PlannedStream } from './plan/plan-stream.ts'

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
  const chosen = tracker.progress.rowsRejected > 0 && typeof check !== 'string' ? 'rejected' : check
  const [comparison, reason] = typeof chosen === 'string' ? [undefined, chosen] : [chosen, undefined]
  const part = partOf(entity, window)
  const [read, landed] = await Promise.all([
    comparison && source.digest?.(part, comparison.read),
    load.digest(comparison?.landed),
  ])
  const found = { rows: landed.rows }
  if (landed.rows !== rows) {
    tracker.checked({ state: 'failed', ...found })
    throw failed(sentence`${rows} rows of ${entity.name} were sent, but the destination has ${landed.rows}.`)
  }
  if (!comparison || read?.keys === undefined || landed.keys === undefined)
    return tracker.checked({ state: 'counted', ...found, reason: reason ?? 'source-changed' })
  const keys = comparison.landed.columns
  const digest = { name: comparison.read.name, read: read.keys, landed: landed.keys }
  const isEqual = read.rows === landed.rows && read.keys === landed.keys
  const result: LandedCheck = { state: isEqual ? 'verified' : 'failed', ...found, keys, digest }
  tracker.checked(result)
  if (isEqual) return
  const differing = comparison.areValues ? await differingColumns(comparison, part, source, load) : keys
  throw failed(
    sentence`The ${rows} rows of ${entity.name} that arrived differ from the rows that were read: ${differing.join(', ')}.`,
  )
}

const partOf = (entity: PlannedStream['entity'], window: PlannedStream['window']) => ({
  entity,
  ...(window && { window }),
})

/** The columns in which values differ, by a sum of each alone. */
async function differingColumns(
  { read, landed, areValues }: KeyComparison,
  part: Parameters<NonNullable<Source['digest']>>[0],
  source: Source,
  load: Pick<Load | RangedLoad, 'digest'>,
): Promise<readonly string[]> {
  if (!areValues) return landed.columns
  const differing: string[] = []
  for (const [at, column] of landed.columns.entries()) {
    const own = read.columns[at] ?? column
    const [there, here] = await Promise.all([
      source.digest?.(part, { name: read.name, columns: [own] }),
      load.digest?.({ name: landed.name, columns: [column] }),
    ])
    if (there?.keys !== here?.keys) differing.push(column)
  }
  return differing.length > 0 ? differing : landed.columns
}

const failed = (message: Sentence) =>
  new ConnectorError({
    code: 'VERIFICATION_FAILED',
    message,
    hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
