import type { ReadRequest, RowSink, SourceColumn } from '../../../ports/source.ts'
import { AnswerSum } from '../driver/answer-sum.ts'
import { MalformedAnswer } from '../driver/malformed-answer.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FieldReading } from '../rows/field-reading.ts'
import { NotRepresentable } from '../rows/not-representable.ts'
import { rejectedFields } from '../rows/rejected-fields.ts'
import { rowReading, textReading } from '../rows/row-reading.ts'
import { ZeroDates } from '../rows/zero-dates.ts'
import { type LockWait, waitForLocks } from '../session/wait-for-locks.ts'

/** What is read, and in which session. */
export interface RowStream {
  readonly session: MysqlSession
  readonly request: ReadRequest
  /** The columns to read, in their order. */
  readonly columns: readonly SourceColumn[]
  /** The columns after steps that the server runs; absent: it runs none. */
  readonly fields?: readonly FieldReading[]
  readonly statement: (expressions: readonly string[]) => string
  readonly wait: LockWait
}

/**
 * Passes on the rows of a table as they arrive; the session stays usable whatever ends the read.
 * @param sink absent: they are only summed. @returns the number of rows
 */
export async function streamRows(stream: RowStream, sink: RowSink | undefined, signal: AbortSignal): Promise<number> {
  const { session, columns, wait, request } = stream
  const { format, nativeText = [], zeroDates: policy = 'null', required = [], reject, onReadAsNull, onSum } = request
  const zeroDates = new ZeroDates(policy === 'null' ? 'null' : 'fail', required)
  const reading = stream.fields
    ? textReading(stream.fields, format, zeroDates)
    : rowReading(columns, format, nativeText, zeroDates)
  const statement = stream.statement(reading.expressions)
  const sum = onSum && new AnswerSum()
  let rows = 0
  let rowError: unknown
  let cancelling: Promise<void> | undefined
  let isOver = false
  const cancel = () => {
    isOver = true
    cancelling ??= session.cancel().catch(() => {})
  }
  const fail = (error: unknown) => {
    rowError ??= error
    cancel()
  }
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    const hand = ({ frames, rows: more }: { frames: Buffer; rows: number }) => {
      if (!sink || frames.length === 0 || sink.write(frames, more)) return
      session.pause()
      void sink.drained().then(() => session.resume())
    }
    await waitForLocks(session, wait, (news) =>
      reading.run(session, statement, {
        onTooLarge: fail,
        onAnswer: sum && ((chunk) => sum.write(chunk)),
        onRow: (bytes, start, end) => {
          // Rows after an abort are read and dropped: the session is worth the time, because it holds the snapshot.
          // The signal combines several signals, and checking it takes longer than writing a row.
          if (isOver) return
          if (rows === 0) news.through()
          if (!sink) return void rows++
          try {
            const full = reading.makeRoom(start, end)
            if (full) hand(full)
            rows++
            reading.add(bytes, start, end)
          } catch (error) {
            // Ends the session: such a server may send rows for ever.
            if (error instanceof MalformedAnswer) throw error
            if (reject && isRejected(error, request))
              return reject({
                ...error.place,
                row: rows,
                fields: rejectedFields({ columns, nativeText }, bytes, start, end),
              })
            fail(error)
          }
        },
      }),
    )
    if (rowError !== undefined) throw rowError
    signal.throwIfAborted()
    hand(reading.finish())
    zeroDates.report(onReadAsNull)
    if (sum) onSum?.(sum.text)
    return rows
  } catch (error) {
    signal.throwIfAborted()
    throw rowError ?? error
  } finally {
    signal.removeEventListener('abort', cancel)
    // The next statement may begin only after this one has ended, because otherwise the stop would hit the next one.
    await cancelling
  }
}

/** Whether a row with such a value is rejected, instead of ending the read. */
function isRejected(
  error: unknown,
  { zeroDates = 'null', required = [], onInvalid }: ReadRequest,
): error is NotRepresentable {
  if (!(error instanceof NotRepresentable)) return false
  if (!error.isDate) return onInvalid === 'reject'
  return zeroDates === 'reject' || (zeroDates === 'null' && required.includes(error.place.column))
}
