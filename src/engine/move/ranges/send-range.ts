import type { RangedTable, TableRange } from '../../ports/ranges.ts'
import type { ReadRequest, RowSink, Source } from '../../ports/source.ts'

/** How ranges of a table are read. */
export interface RangeReading {
  readonly source: Pick<Source, 'read' | 'ranges'>
  readonly request: Omit<ReadRequest, 'range'>
  /** Of the source. Absent: it sums the rows. */
  readonly snapshotId?: string | undefined
}

/** What was read of a range. */
export interface SentRange {
  readonly rows: number
  /** See `FinishedRange`. */
  readonly proof: string
}

/** In a proof: values were read as NULL, which the user is told each time. */
const READ_AS_NULL = 'null'

/** Reads the rows of a range into a sink. @throws ConnectorError, or the signal's reason */
export async function sendRange(
  { source, request, snapshotId }: RangeReading,
  range: TableRange,
  sink: RowSink,
  signal: AbortSignal,
): Promise<SentRange> {
  let shown = snapshotId
  const marks: string[] = []
  const read: ReadRequest = {
    ...request,
    range,
    onReadAsNull(column, rows) {
      marks[0] = READ_AS_NULL
      request.onReadAsNull?.(column, rows)
    },
  }
  const onSum = (sum: string) => {
    shown = sum
  }
  const rows = await source.read(shown === undefined ? { ...read, onSum } : read, sink, signal)
  return { rows, proof: [rows, shown ?? '', ...marks].join(' ') }
}

const NOWHERE: RowSink = { write: () => true, drained: async () => {} }

/**
 * Whether the source still has exactly the rows of a range that an earlier attempt has sent: by its own knowledge, or because they have the same
 * sum when they are read again. False in case of doubt. @throws ConnectorError, or the signal's reason
 */
export async function isAsSent(
  { history }: Pick<RangedTable, 'history'>,
  reading: RangeReading,
  sent: TableRange & { readonly proof: string },
  signal: AbortSignal,
): Promise<boolean> {
  const [rows = '', shown = '', mark] = sent.proof.split(' ')
  if (history) return history.isUnchanged(sent, { rows: Number(rows), snapshotId: shown })
  const { source, request } = reading
  if (!source.ranges?.sum || shown === '') return false
  if (mark === READ_AS_NULL) return (await sendRange(reading, sent, NOWHERE, signal)).proof === sent.proof
  return (await source.ranges.sum({ ...request, range: sent }, signal)) === shown
}
