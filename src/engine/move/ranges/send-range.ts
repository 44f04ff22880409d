import type { RangedTable, TableRange } from '../../ports/ranges.ts'
import type { ReadRequest, RowSink, Source } from '../../ports/source.ts'
import { RowSum } from './row-sum.ts'

/** How ranges of a table are read. */
export interface RangeReading {
  readonly source: Pick<Source, 'read'>
  readonly request: Omit<ReadRequest, 'range'>
  /** Of the source. Absent: the rows are summed. */
  readonly snapshotId?: string | undefined
}

/** What was read of a range. */
export interface SentRange {
  readonly rows: number
  /** See `FinishedRange`. */
  readonly proof: string
}

/** Reads the rows of a range into a sink. @throws ConnectorError, or the signal's reason */
export async function sendRange(
  { source, request, snapshotId }: RangeReading,
  range: TableRange,
  sink: RowSink,
  signal: AbortSignal,
): Promise<SentRange> {
  if (snapshotId !== undefined) {
    const rows = await source.read({ ...request, range }, sink, signal)
    return { rows, proof: `${rows} ${snapshotId}` }
  }
  const sum = new RowSum(sink)
  const rows = await source.read({ ...request, range }, sum, signal)
  return { rows, proof: sum.text }
}

/**
 * Whether the source still has exactly the rows of a range that an earlier attempt has sent: by its own knowledge, or because they have the same
 * sum when they are read again. @throws ConnectorError, or the signal's reason
 */
export async function isAsSent(
  { history }: Pick<RangedTable, 'history'>,
  reading: RangeReading,
  sent: TableRange & { readonly proof: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (!history) return (await sendRange(reading, sent, new RowSum(), signal)).proof === sent.proof
  const [rows = '', snapshotId = ''] = sent.proof.split(' ')
  return history.isUnchanged(sent, { rows: Number(rows), snapshotId })
}
