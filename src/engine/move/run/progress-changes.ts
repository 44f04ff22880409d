import { defined } from '../../../core/catalog/defined.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { RowDifference } from '../../ports/dry-run.ts'
import type { PublishResult } from '../../ports/load.ts'
import type { Committed } from '../../ports/target.ts'
import type { StreamProgress } from './stream-progress.ts'

/** Source and target were compared by the values of these columns; those that are left have no values that can be compared. */
export function verified(
  progress: StreamProgress,
  difference: RowDifference,
  { columns, left }: { readonly columns: readonly string[]; readonly left: readonly string[] },
): StreamProgress {
  const { created, changed, unchanged } = difference
  const rows = created + changed + unchanged
  const compared = { difference, comparedColumns: columns }
  const uncompared = defined({ uncomparedColumns: left.length > 0 ? left : undefined })
  return { ...progress, rowsRead: rows, rowsFiltered: rows, ...compared, ...uncompared }
}

/** An earlier attempt of the run has put the rows in place. @param cursor the column that says which rows are new */
export function committedBefore(
  progress: StreamProgress,
  { rows, highWaterMark }: Committed,
  { rejected, cursor }: { readonly rejected: number; readonly cursor: string | undefined },
): StreamProgress {
  const window = cursor !== undefined ? { cursor, ...defined({ until: highWaterMark }) } : undefined
  return {
    ...progress,
    rowsRead: rows + rejected,
    rowsWritten: rows,
    rowsRejected: rejected,
    ...defined({ window }),
    check: { state: 'counted', rows, reason: 'interrupted' },
  }
}

/** All rows have passed the steps, which dropped or added some. */
export function afterSteps({ rowsAdded: _rowsAdded, ...progress }: StreamProgress): StreamProgress {
  const { rowsRead, rowsWritten, rowsRejected } = progress
  const more = rowsWritten + rowsRejected - rowsRead
  return { ...progress, rowsFiltered: Math.max(-more, 0), ...defined({ rowsAdded: more > 0 ? more : undefined }) }
}

/** The rows are in place, except those that the destination left out. @param areMarked whether vanished rows stay, with a mark */
export function placed(
  progress: StreamProgress,
  { repeated = 0, superseded = 0, outdated = 0, vanished }: PublishResult,
  areMarked: boolean,
): StreamProgress {
  const { rowsFiltered, rowsWritten } = progress
  const rowsLeftOut = repeated + superseded + outdated
  return {
    ...progress,
    rowsFiltered: rowsFiltered + rowsLeftOut,
    rowsWritten: rowsWritten - rowsLeftOut,
    ...defined({ rowsLeftOut: rowsLeftOut > 0 ? rowsLeftOut : undefined }),
    ...(vanished !== undefined && { [areMarked ? 'rowsMarked' : 'rowsRemoved']: vanished }),
  }
}

/** Nothing has arrived: rows were only counted or compared. A failed check explains the reason. @param announced what would have come with the rows */
export function withoutEffect(
  { check, notes, ...progress }: StreamProgress,
  announced: ReadonlySet<Sentence>,
): StreamProgress {
  const left = notes?.filter((note) => !announced.has(note)) ?? []
  return {
    ...progress,
    ...defined({ check: check?.state === 'failed' ? check : undefined, notes: left.length > 0 ? left : undefined }),
  }
}
