import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../ports/connector.ts'
import type { Destination, TargetWriters } from '../ports/destination.ts'
import { errorAt } from './run/errors-at.ts'
import type { SqlHooks } from './run/move-request.ts'

/** The largest part of a statement that a message quotes. */
const LONGEST_LINE = 120

/**
 * Executes the SQL before or after the rows in the destination, once per run: not if an earlier attempt of the run has done it.
 * @throws ConnectorError with the server's message and the line at which it stopped; a temporary error keeps its code, so that the run is tried again
 */
export async function executeSql(
  destination: Destination,
  when: 'before' | 'after',
  { before, after, begin, done, isDone }: SqlHooks,
  writers?: TargetWriters,
): Promise<void> {
  const sql = when === 'before' ? before : after
  if (sql === undefined || isDone(when)) return
  if (!destination.executeSql)
    throw failed(when, {
      code: 'NOT_SUPPORTED',
      message: sentence`this destination executes no SQL.`,
      retryable: false,
    })
  let refused: { readonly error: unknown } | undefined
  const mayBegin = () =>
    begin(when).catch((error: unknown) => {
      refused = { error }
      throw error
    })
  try {
    await destination.executeSql(sql, mayBegin)
  } catch (error) {
    if (refused) throw refused.error
    const explained = errorAt('destination', error)
    // The SQL was not executed: a run of another flow has a target.
    if (explained instanceof ConnectorError && explained.problem.code === 'CONFLICT') throw explained
    throw explained instanceof ConnectorError ? failed(when, explained.problem, sql) : explained
  }
  await done(when, writers)
}

function failed(when: 'before' | 'after', { position, field: _, ...problem }: Problem, sql = ''): ConnectorError {
  const what: Sentence =
    when === 'before'
      ? sentence`Nothing was moved, because the SQL before the rows failed`
      : sentence`The rows arrived; the SQL after them failed`
  const place = position === undefined ? undefined : lineAt(sql, position)
  const message = place
    ? sentence`${what} at line ${place.line} (${place.text}): ${problem.message}`
    : sentence`${what}: ${problem.message}`
  const { retryable } = problem
  if (retryable) return new ConnectorError({ ...problem, side: 'destination', message })
  const hint =
    when === 'before'
      ? sentence`Correct the SQL in the editor of the flow, then run it again.`
      : sentence`Correct the SQL in the editor of the flow, then try the run again: it executes only this SQL, and moves no rows.`
  const code = when === 'before' ? 'SQL_BEFORE_FAILED' : 'SQL_AFTER_FAILED'
  return new ConnectorError({ code, message, hint, side: 'destination', retryable: false })
}

function lineAt(sql: string, position: number): { readonly line: number; readonly text: string } {
  const before = sql.slice(0, position).split('\n')
  const text = (sql.split('\n')[before.length - 1] ?? '').trim()
  return {
    line: before.length,
    text: text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).toWellFormed()}…` : text,
  }
}
