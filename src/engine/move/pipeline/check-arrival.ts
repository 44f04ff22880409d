import { countedRows } from '../../../core/catalog/counted.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { UncheckedReason } from '../../../core/catalog/runs/check-states.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { CellSum } from '../../formats/common-text/cell-sum.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Load } from '../../ports/load.ts'
import type { RangedLoad } from '../../ports/ranges.ts'
import type { Source, SourceSums } from '../../ports/source.ts'
import type { KeyComparison } from '../plan/plan-check.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import { comparisonOfOne, comparisonWithout } from '../plan/plan-value-check.ts'
import type { ArrivalCheck } from '../run/stream-progress.ts'

/**
 * Checks the staged rows before they are put in place: compares their number with the rows that were read, and if both systems can compute
 * it, a sum over their keys. Nothing is in place yet, so after a difference the old rows stay.
 * @param rows number of rows that were sent. @throws ConnectorError `VERIFICATION_FAILED`
 */
export async function checkArrival(
  {
    entity,
    window,
    check,
    sentCheck,
    tracker,
  }: Pick<PlannedStream, 'entity' | 'window' | 'check' | 'sentCheck' | 'tracker'>,
  { source, load, sent, count }: CheckedSides,
  rows: number,
): Promise<void> {
  if (!load.digest)
    return tracker.checked({ state: 'counted', rows, reason: whyNotAsked(check), ...countedAs(await count()) })
  const planned = (typeof check === 'string' ? undefined : comparisonOf(check, tracker, window)) ?? sentCheck
  const both = { source, part: partOf(entity, window), load, sent }
  // A source that sums nothing has time to count while the destination does.
  const begun = planned && !planned.isOfSent ? undefined : count()
  const counted = () => begun ?? count()
  const first = await whenBothEnd(sumsOf(both, planned), begun)
  if (first.landed.rows !== rows) {
    tracker.checked({ state: 'failed', rows: first.landed.rows })
    throw failed(sentence`${rows} rows of ${entity.name} were sent, but the destination has ${first.landed.rows}.`)
  }
  const { summed, sums } = await surerSums(both, planned, first)
  if (!summed || sums.read?.keys === undefined || sums.landed.keys === undefined)
    return tracker.checked({
      state: 'counted',
      rows,
      reason: whyUnchecked(check, planned, tracker),
      ...countedAs(await counted()),
    })
  const keys = summed.landed.columns
  const digest = { name: summed.read.name, read: sums.read.keys, landed: sums.landed.keys }
  const { isOfSent } = summed
  const atSource = isOfSent ? await counted() : sums.read.rows
  const found = { rows, keys, digest, ...defined({ sent: isOfSent }), ...countedAs(atSource) }
  tracker.checked({ ...found, ...(sums.areEqual ? proofOf(atSource) : { state: 'failed' }) })
  if (!sums.areEqual) throw differ(rows, entity.name, await differingColumns(both, summed), summed)
}

/**
 * Counts the staged rows again after some were removed. The sums that were compared before are of other rows, so they prove nothing any more.
 * @throws ConnectorError `VERIFICATION_FAILED`
 */
export async function checkRemaining(
  { entity, check, tracker }: PlannedStream,
  load: Pick<Load, 'digest'>,
): Promise<void> {
  const { rowsWritten: rows, check: before } = tracker.progress
  const counted = countedAs(before?.counted)
  if (!load.digest) return tracker.checked({ state: 'counted', rows, reason: whyNotAsked(check), ...counted })
  const found = await load.digest(undefined)
  const isSame = found.rows === rows
  const reason = whyUnchecked(check, undefined, tracker)
  tracker.checked({
    state: isSame ? 'counted' : 'failed',
    rows: found.rows,
    ...defined({ reason: isSame ? reason : undefined }),
    ...counted,
  })
  if (!isSame)
    throw failed(
      sentence`Without the rejected rows, ${entity.name} has ${countedRows(rows)}, but the destination has ${found.rows}.`,
    )
}

/** Rows that the source never sent are in neither of two equal sums. */
const proofOf = (counted: number | undefined): Pick<ArrivalCheck, 'state' | 'reason'> =>
  counted === undefined ? { state: 'counted', reason: 'uncounted' } : { state: 'verified' }

const countedAs = (counted: number | undefined) => (counted === undefined ? {} : { counted })

function differ(rows: number, entity: string, columns: readonly string[], summed: KeyComparison): ConnectorError {
  const names = columns.join(', ')
  return failed(
    summed.isOfSent
      ? sentence`The ${rows} rows of ${entity} that arrived differ from the rows that were sent: ${names}.`
      : sentence`The ${rows} rows of ${entity} that arrived differ from the rows that were read: ${names}.`,
    // A destination may keep some values otherwise than they were sent; the same run would then fail each time.
    summed.areValues
      ? sentence`Nothing was changed. Run again; if the same columns differ again, the destination alters their values: change them by a step, or compare only the keys of this table.`
      : undefined,
  )
}

/** The destination cannot be queried: its answers were counted, or the message that was sent to it. */
const whyNotAsked = (check: PlannedStream['check']): UncheckedReason => (check === 'message' ? 'message' : 'answered')

function whyUnchecked(
  check: PlannedStream['check'],
  planned: KeyComparison | undefined,
  { progress }: PlannedStream['tracker'],
): UncheckedReason {
  if (typeof check === 'string') return check
  if (planned) return 'source-changed'
  return progress.rowsRejected > 0 ? 'rejected' : 'types'
}

interface CheckedSides {
  readonly source: Source
  readonly load: Pick<Load | RangedLoad, 'digest'>
  /** Counts the rows at the source, and compares the count with the rows that were read; see `SourceCount`. */
  readonly count: () => Promise<number | undefined>
  /** The sum of the rows that were sent; present if the stream has a `sentCheck`. */
  readonly sent?: CellSum | undefined
}

/** Rejected rows did not arrive, values that were read as NULL differ, and a window is not the whole table. @returns nothing if nothing is left to compare */
const comparisonOf = (
  check: KeyComparison,
  { progress, columnsReadAsNull }: PlannedStream['tracker'],
  window: PlannedStream['window'],
) => {
  if (check.isOfSent) return check
  return progress.rowsRejected > 0 ? undefined : comparisonWithout((window && check.slower) ?? check, columnsReadAsNull)
}

const partOf = (entity: PlannedStream['entity'], window: PlannedStream['window']) => ({
  entity,
  ...defined({ window }),
})

interface BothSides extends Omit<CheckedSides, 'count'> {
  readonly part: Parameters<SourceSums['digest']>[0]
}

async function sumsOf({ source, part, load, sent }: BothSides, comparison: KeyComparison | undefined) {
  const reading = comparison && !comparison.isOfSent ? source.sums?.digest(part, comparison.read) : undefined
  const landed = (await whenBothEnd(load.digest?.(comparison?.landed), reading)) ?? { rows: 0 }
  const read = comparison?.isOfSent ? sent && { rows: sent.rows, keys: sent.digest } : await reading
  return { read, landed, areEqual: read?.rows === landed.rows && read.keys === landed.keys }
}

/** Nobody closes a session that the other one still uses, so a failure of the first is told when both have ended. */
async function whenBothEnd<T>(first: T, other: Promise<unknown> | undefined): Promise<Awaited<T>> {
  await Promise.allSettled([first, other])
  return await first
}

/** Sums of whole tables that differ prove nothing if the tables were made in different ways; then their cells are summed. */
async function surerSums(
  both: BothSides,
  planned: KeyComparison | undefined,
  first: Awaited<ReturnType<typeof sumsOf>>,
) {
  const { slower } = planned ?? {}
  if (!slower || first.areEqual) return { summed: planned, sums: first }
  return { summed: slower, sums: await sumsOf(both, slower) }
}

/** The columns in which values differ, by a sum of each alone; the whole key, if only that was summed. */
async function differingColumns(both: BothSides, comparison: KeyComparison): Promise<readonly string[]> {
  const { columns } = comparison.landed
  if (!comparison.areValues) return columns
  const differing: string[] = []
  for (const [at, column] of columns.entries()) {
    const { landed, areEqual } = await sumsOf(both, comparisonOfOne(comparison, at))
    const isEqual = comparison.isOfSent ? both.sent?.ofColumns[at] === landed.keys : areEqual
    if (!isEqual) differing.push(column)
  }
  return differing.length > 0 ? differing : columns
}

const failed = (message: Sentence, hint?: Sentence) =>
  new ConnectorError({
    code: 'VERIFICATION_FAILED',
    message,
    hint: hint ?? sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
