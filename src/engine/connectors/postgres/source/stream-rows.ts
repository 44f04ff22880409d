import { sentence } from '../../../../core/catalog/sentence.ts'
import type { RowTooLarge } from '../../../formats/row-memory.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { ReadRequest, RowSink } from '../../../ports/source.ts'
import { SET_CONFIG } from '../driver/function-call.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { isBinary } from '../rows/copy-statement.ts'
import { refuseEmptiedBehind } from '../rows/refuse-emptied-behind.ts'
import { type AskPresent, mayBeRedefined, refuseRedefined } from '../rows/refuse-redefined.ts'
import { refuseRenamedWords } from '../rows/refuse-renamed-words.ts'
import { refuseRewritten } from '../rows/refuse-rewritten.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { databaseSettings, isComputed } from './database-settings.ts'
import { SALT_SETTING } from './pushdown-value.ts'

/** The part of a relation that is read. */
interface RowStream {
  readonly request: ReadRequest
  readonly relation: Relation
  readonly statement: string
  /** The locks are granted, and rows begin to arrive. May be called several times. */
  readonly onFirst: () => void
  /** Ends the reading; what still arrives is thrown away. */
  readonly signal: AbortSignal
  /** Aborts the signal if the row would be held: the session stays usable for other tables. */
  readonly onTooLarge: (error: RowTooLarge) => unknown
  readonly askPresent: AskPresent
}

/** Passes on the rows of a relation as they arrive. @returns their number. @throws ConnectorError, or the server's own errors */
export async function streamRows(
  session: PostgresSession,
  { request, relation, statement, onFirst, signal, onTooLarge, askPresent }: RowStream,
  sink: RowSink,
): Promise<number> {
  const { entity, format, pushdown } = request
  // A binary stream has one more message than rows: its trailer.
  const extra = isBinary(format) ? 1 : 0
  let messages = 0
  const words = databaseSettings(relation, session)
  if (words !== '') await session.query(words)
  await refuseRewritten(session, relation)
  // Until the savepoint is rolled back.
  if (pushdown) await session.callFunction(SET_CONFIG, [SALT_SETTING, pushdown.salt, 'true'])
  // Until the savepoint is rolled back: several processes would send rows in any order.
  if (pushdown?.keepsOrder) await session.query('SET LOCAL max_parallel_workers_per_gather = 0')
  signal.throwIfAborted()
  const rows = await session.copyOut(
    statement,
    (frames, started) => {
      if (signal.aborted) return
      onFirst()
      const known = Math.max(messages - extra, 0)
      messages += started
      if (sink.write(frames, Math.max(messages - extra, 0) - known)) return
      session.pause()
      void sink.drained().then(() => session.resume())
    },
    onTooLarge,
  )
  if (rows !== messages - extra) throw miscounted(entity.name, rows, messages - extra)
  await refuseRenamedWords(session, relation)
  if (isComputed(relation)) await refuseEmptiedBehind(session, relation)
  if (mayBeRedefined(relation)) await refuseRedefined(session, relation, askPresent)
  return rows
}

const miscounted = (entity: string, rows: number, messages: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`The source says it sent ${rows} rows of ${entity}, but ${messages} arrived.`,
    hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
