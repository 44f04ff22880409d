import type { RangedTable, TableRange } from '../../ports/ranges.ts'
import type { ReadRequest, RowSink, Source } from '../../ports/source.ts'
import { counting } from '../pipeline/count-rows.ts'
import type { StreamTracker } from '../run/stream-tracker.ts'

/** How ranges of a table are read. */
export interface RangeReading {
  readonly source: Pick<Source, 'read' | 'ranges'>
  readonly request: Omit<ReadRequest, 'range'>
  /** Of the source. Absent: it sums the rows. */
  readonly snapshotId?: string | undefined
  /**
   * Reads through steps, which work row by row. Absent: there are none.
   * @param tracker absent: nothing is counted. @returns the number of rows at the first step
   */
  readonly throughSteps?: (
    request: ReadRequest,
    sink: RowSink,
    signal: AbortSignal,
    tracker?: StreamTracker,
  ) => Promise<number>
}

/** What was sent of a range. */
export interface SentRange {
  readonly rows: number
  /** See `FinishedRange`. */
  readonly proof: string
}

/** In a proof: values were read as NULL, which the user is told each time. */
const READ_AS_NULL = 'null'

/** Sends the rows of a range into a sink. @param tracker absent: nothing is counted. @throws ConnectorError, or the signal's reason */
export async function sendRange(
  { source, request, snapshotId, throughSteps }: RangeReading,
  range: TableRange,
  sink: RowSink,
  signal: AbortSignal,
  tracker?: StreamTracker,
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
  const asked = shown === undefined ? { ...read, onSum } : read
  let sent = 0
  const into: RowSink = {
    write(frames, rows) {
      sent += rows
      return sink.write(frames, rows)
    },
    drained: () => sink.drained(),
  }
  const found = throughSteps
    ? await throughSteps(asked, into, signal, tracker)
    : await source.read(asked, tracker ? counting(sink, tracker) : sink, signal)
  return { rows: throughSteps ? sent : found, proof: [found, shown ?? '', ...marks].join(' ') }
}

/** How many rows of a finished range the source sent: of those, steps may have left some out. */
export const rowsReadOf = ({ proof }: { readonly proof: string }): number => Number(proof.split(' ')[0])

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
  const { source, request, throughSteps } = reading
  if (!source.ranges?.sum || shown === '') return false
  // Only the steps know which columns they read.
  if (mark === READ_AS_NULL || throughSteps)
    return (await sendRange(reading, sent, NOWHERE, signal)).proof === sent.proof
  return (await source.ranges.sum({ ...request, range: sent }, signal)) === shown
}
