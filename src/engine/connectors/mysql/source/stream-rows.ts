import { RowDecoder } from '../../../formats/common-text/row-decoder.ts'
import type { Field } from '../../../formats/common-text/row-encoder.ts'
import { COMMON_TEXT } from '../../../formats/common-text/value-type.ts'
import type { ReadRequest, RowSink, SourceColumn } from '../../../ports/source.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { NotRepresentable } from '../rows/not-representable.ts'
import { rowReading } from '../rows/row-reading.ts'
import { ZeroDates } from '../rows/zero-dates.ts'
import { type LockWait, pastLocks } from '../session/past-locks.ts'

/** What is read through which session. */
export interface RowStream {
  readonly session: MysqlSession
  readonly request: ReadRequest
  /** Those that are read, in their order. */
  readonly columns: readonly SourceColumn[]
  readonly statement: (expressions: readonly string[]) => string
  readonly wait: LockWait
}

/** Hands the rows of a table on as they come; the session stays usable whatever ends it. @returns how many came */
export async function streamRows(stream: RowStream, sink: RowSink, signal: AbortSignal): Promise<number> {
  const { session, columns, wait, request } = stream
  const { format, nativeText = [], zeroDates: policy = 'null', onInvalid, reject, onReadAsNull } = request
  const zeroDates = new ZeroDates(policy === 'null' ? 'null' : 'fail')
  const reading = rowReading(columns, format, nativeText, zeroDates)
  const statement = stream.statement(reading.expressions)
  let rows = 0
  let rowError: unknown
  let cancelling: Promise<void> | undefined
  let isOver = false
  const cancel = () => {
    isOver = true
    cancelling ??= session.cancel().catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    const hand = ({ frames, rows: more }: { frames: Buffer; rows: number }) => {
      if (frames.length === 0 || sink.write(frames, more)) return
      session.pause()
      void sink.drained().then(() => session.resume())
    }
    await pastLocks(session, wait, (news) =>
      reading.run(session, statement, (bytes, start, end) => {
        // What still comes after an end is thrown away: the session is worth more than the time, it holds the snapshot.
        // The signal itself is made of several, which takes longer to ask than a row to write.
        if (isOver) return
        if (rows === 0) news.through()
        try {
          const full = reading.makeRoom(start, end)
          if (full) hand(full)
          rows++
          reading.add(bytes, start)
        } catch (error) {
          const isRejected =
            error instanceof NotRepresentable && (error.isDate ? policy === 'reject' : onInvalid === 'reject')
          if (reject && isRejected)
            return reject({ ...error.place, row: rows, fields: fieldsOf(columns, bytes, start, end) })
          rowError = error
          cancel()
        }
      }),
    )
    if (rowError !== undefined) throw rowError
    signal.throwIfAborted()
    hand(reading.finish())
    zeroDates.tell(onReadAsNull)
    return rows
  } catch (error) {
    signal.throwIfAborted()
    throw rowError ?? error
  } finally {
    signal.removeEventListener('abort', cancel)
    // Not before it is over may another statement begin, or that one is what it stops.
    await cancelling
  }
}

/** A row as a person is shown it, with what the common text cannot express as the server spells it. */
function fieldsOf(columns: readonly SourceColumn[], bytes: Buffer, start: number, end: number): readonly Field[] {
  const reading = rowReading(columns, COMMON_TEXT, [], new ZeroDates('raw'))
  reading.makeRoom(start, end)
  reading.add(bytes, start)
  return new RowDecoder({ showsReplacements: true }).push(reading.finish().frames).flat()
}
