import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { RowSink } from '../../ports/source.ts'
import type { PushedSteps } from '../plan/pushed-steps.ts'
import type { StreamTracker } from '../run/stream-tracker.ts'

/** Reports the passing rows to the tracker. */
export const counting = (sink: RowSink, tracker: StreamTracker): RowSink => ({
  write(frames, rows) {
    tracker.advance(rows, frames.length)
    return sink.write(frames, rows)
  },
  drained: () => sink.drained(),
})

/** Rows that the source left out did not arrive here, so the source's own count is used. @throws ConnectorError */
export function countFiltered(tracker: StreamTracker, { rows }: PushedSteps, sent: number): void {
  if (rows === undefined) return
  if (rows < sent) throw miscounted(sentence`The source counted ${rows} rows and sent ${sent}.`)
  tracker.addFiltered(rows - sent)
}

/** Three independent counts must be equal, or nothing is committed. @throws ConnectorError */
export function balance({ progress }: StreamTracker, read: number, loaded: number): void {
  const { rowsRead, rowsFiltered, rowsRejected, rowsWritten, rowsAdded = 0 } = progress
  const isWhole = rowsRead + rowsAdded === rowsFiltered + rowsRejected + rowsWritten
  if (read === rowsRead && loaded === rowsWritten && isWhole) return
  const isKeptOut = isWhole && read === rowsRead && loaded < rowsWritten
  throw miscounted(
    sentence`The source sent ${read} rows, ${rowsRead} passed through, and the destination took ${loaded}.`,
    isKeptOut ? KEPT_OUT : RUN_AGAIN,
  )
}

const RUN_AGAIN = sentence`Nothing was changed. Run again; if it happens again, report it.`

/** Only a trigger of the table takes fewer rows than came, without an error. */
const KEPT_OUT = sentence`Nothing was changed. If a trigger of the target keeps rows out, change it, or choose another target. Otherwise run again; if it happens again, report it.`

const miscounted = (message: Sentence, hint: Sentence = RUN_AGAIN) =>
  new ConnectorError({ code: 'ROW_COUNT_MISMATCH', message, hint, retryable: true })
