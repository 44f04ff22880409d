import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { type RelationName, sqlName } from '../schema/relation-name.ts'
import { postgresProblem } from './postgres-problem.ts'

/** How long a lock wait lasts before the log names the holder. */
const PATIENCE = '5s'
const TRIES = 6

/** Called in a transaction before work that may wait for a lock, and after it. */
export const LIMIT_LOCK_WAITS = `SET LOCAL lock_timeout = '${PATIENCE}'`
export const LET_LOCKS_WAIT = 'SET LOCAL lock_timeout = 0'

export interface LockWait {
  /** Somebody else may hold a lock on any of them. */
  readonly targets: readonly RelationName[]
  /** Reports to the user who waits. */
  readonly log: ((message: Sentence) => void) | undefined
  /** Number of attempts of five seconds each. Absent: half a minute in total. */
  readonly tries?: number
}

/**
 * Repeats work that needs locks until it gets them, and reports what it waits for.
 * @param work begins a transaction, which is rolled back before the next attempt
 * @throws ConnectorError `TABLE_BUSY`, with the holder of the table
 */
export async function waitForLocks<T>(session: PostgresSession, wait: LockWait, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (postgresProblem(error).code !== 'TABLE_BUSY' || !session.isOpen) throw error
      await session.query('ROLLBACK')
      const holder = await findHolder(session, wait.targets)
      if (attempt === 1) wait.log?.(sentence`Waiting for ${holder ?? sentence`a lock that somebody else holds`}`)
      if (attempt === (wait.tries ?? TRIES)) throw busy(error, holder)
    }
  }
}

/** The same problem with the holder, if it is visible. */
export const busy = (cause: unknown, holder: Sentence | undefined) => {
  const problem = postgresProblem(cause, 'destination')
  const message = holder === undefined ? problem.message : sentence`Somebody else holds ${holder}`
  return new ConnectorError({ ...problem, message }, { cause })
}

/**
 * Finds the oldest holder of a table lock that may block others. @param isReading readers wait only for the strongest lock
 * @returns for example `public.orders: process 4711 (etl), since 2026-01-01 12:00:00 UTC, with ALTER TABLE …`
 */
export async function findHolder(
  session: PostgresSession,
  targets: readonly RelationName[],
  isReading = false,
): Promise<Sentence | undefined> {
  const [row] = await session.query(
    `SELECT l.relation::pg_catalog.regclass::text AS held, l.pid, a.usename AS account, pg_catalog.left(pg_catalog.regexp_replace(a.query, '\\s+', ' ', 'g'), 200) AS statement,
       pg_catalog.to_char(COALESCE(a.xact_start, a.query_start) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS since
     FROM pg_catalog.pg_locks l LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
     WHERE l.granted AND l.pid <> pg_catalog.pg_backend_pid() AND l.locktype = 'relation'
       AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
       AND l.relation IN (SELECT pg_catalog.to_regclass(name) FROM pg_catalog.json_array_elements_text($1::json) name)
       AND ($2 OR l.mode = 'AccessExclusiveLock')
     ORDER BY l.mode IN ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock') DESC, a.xact_start LIMIT 1`,
    [JSON.stringify(targets.map(sqlName)), String(!isReading)],
  )
  if (!row) return undefined
  const { held, pid, account, statement, since } = row
  const process = sentence`${held ?? ''}: process ${pid ?? ''}`
  const who = account == null ? process : sentence`${process} (${account})`
  const sinceWhen = since == null ? who : sentence`${who}, since ${since} UTC`
  // Without the permission to see the work of others, the server shows a note instead of the statement.
  return statement ? sentence`${sinceWhen}, with: ${statement}` : sinceWhen
}

const LOG_AFTER_MS = 5_000

/** The time that a reader waits for a lock; then the run is retried later. */
export const LIMIT_READING_WAITS = `SET LOCAL lock_timeout = '1min'`

/**
 * Reports after five seconds the holder of the tables' locks, if there is one: for a wait in a transaction that cannot be repeated.
 * @returns a function that ends it
 */
export function logLockHolder(
  targets: readonly RelationName[],
  { log, openSession }: Pick<LockWait, 'log'> & { readonly openSession: () => Promise<PostgresSession> },
): () => void {
  if (!log) return () => {}
  const look = async () => {
    const session = await openSession()
    const holder = await findHolder(session, targets, true).finally(() => session.close())
    if (holder !== undefined) log(sentence`Waiting for ${holder}`)
  }
  const timer = setTimeout(() => void look().catch(() => {}), LOG_AFTER_MS).unref()
  return () => clearTimeout(timer)
}
