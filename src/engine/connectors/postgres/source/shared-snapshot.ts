import { LOST } from '../../../../core/catalog/errors/network-errors.ts'
import { type ConnectorContext, ConnectorError } from '../../../ports/connector.ts'
import { knownProblem } from '../../../ports/known-problem.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import { openWithRetries, SessionPool } from '../../sql/session-pool.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { LIMIT_READING_WAITS } from '../session/wait-for-locks.ts'

const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMIT_READING_WAITS}`

const beginIn = (snapshot: string) => `${BEGIN}; SET TRANSACTION SNAPSHOT ${quoteLiteral(snapshot)}`

/**
 * One session keeps the snapshot and describes; others read, and are replaced after a stream has failed.
 * So a failed stream neither moves the others to another snapshot nor ends them. If the server allows no other session, the keeper reads too, in turn.
 */
export class SharedSnapshot {
  readonly keeper: PostgresSession
  /** The name with which other sessions import the snapshot. */
  readonly name: string
  /** After each use they roll back to the savepoint `stream`. */
  readonly #readers: SessionPool<PostgresSession>
  /** The last use of the keeper; the next one may start after it. */
  #used: Promise<unknown> = Promise.resolve()

  private constructor(keeper: PostgresSession, name: string, openReader: () => Promise<PostgresSession>) {
    this.keeper = keeper
    this.name = name
    this.#readers = new SessionPool(openReader)
  }

  /** @param shared the name of another snapshot that still exists, to use the same one. @throws ConnectorError */
  static async open(
    credentials: DatabaseCredentials,
    context: ConnectorContext,
    shared: string | undefined,
  ): Promise<SharedSnapshot> {
    const keeper = await openWithRetries(() => openSession(credentials, context))
    try {
      await keeper.query(shared === undefined ? BEGIN : beginIn(shared))
      const [row] = await keeper.query('SELECT pg_catalog.pg_export_snapshot() AS snapshot')
      const name = row?.['snapshot'] ?? ''
      return new SharedSnapshot(keeper, name, () => openReader(credentials, context, name))
    } catch (error) {
      await keeper.abandon()
      throw postgresError(error, 'source', credentials.password)
    }
  }

  /** One row from the keeper's transaction, which has the snapshot of all streams. @throws the server's own errors */
  ask(statement: string): Promise<TextRow> {
    return this.describing(async (keeper) => (await keeper.query(statement))[0] ?? {})
  }

  /** Runs queries of the catalogue in the keeper. @throws the server's own errors */
  describing<T>(work: (keeper: PostgresSession) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#throughKeeper(work))
  }

  /**
   * Runs work that reads rows, in a session that nobody else uses at the same time. An aborted signal ends it.
   * @throws ConnectorError, the server's own errors, or those of the work
   */
  async reading<T>(work: (session: PostgresSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const reader = await this.#readers.acquireIfAllowed()
    return reader ? this.#throughReader(reader, work, signal) : this.#inTurn(() => this.#throughKeeper(work, signal))
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.close(), this.keeper.close()])
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#used.then(work)
    this.#used = result.catch(() => {})
    return result
  }

  async #throughReader<T>(
    reader: PostgresSession,
    work: (session: PostgresSession) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const abort = () => void reader.abandon()
    signal?.addEventListener('abort', abort)
    try {
      signal?.throwIfAborted()
      const result = await work(reader)
      // Releases the locks on the table, so that a stream can replace it afterwards.
      await reader.query('ROLLBACK TO stream')
      this.#readers.release(reader)
      return result
    } catch (error) {
      await reader.abandon()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** The keeper outlives work that fails or is ended, because the snapshot ends with it. */
  async #throughKeeper<T>(work: (keeper: PostgresSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { keeper } = this
    let stopped: Promise<void> | undefined
    const abort = () => {
      stopped = keeper.stopStatement()
    }
    signal?.addEventListener('abort', abort)
    try {
      signal?.throwIfAborted()
      await keeper.query('SAVEPOINT stream')
      return await work(keeper)
    } finally {
      signal?.removeEventListener('abort', abort)
      // It would otherwise stop the next statement.
      await stopped
      // Releases locks, and lets others run queries after a failed one.
      await keeper.query('ROLLBACK TO stream; RELEASE stream').catch(() => {})
    }
  }
}

async function openReader(
  credentials: DatabaseCredentials,
  context: ConnectorContext,
  snapshot: string,
): Promise<PostgresSession> {
  const session = await openSession(credentials, context)
  try {
    await session.query(`${beginIn(snapshot)}; SAVEPOINT stream`)
    return session
  } catch (error) {
    await session.abandon()
    throw isSnapshotGone(error) ? keeperLost(error) : error
  }
}

/** No other object of these statements could be missing or in another state, and no other value be wrong: the code before version 17. */
const isSnapshotGone = (error: unknown) =>
  error instanceof Error && 'code' in error && ['22023', '42704', '55000'].includes(String(error.code))

/** A snapshot exists as long as its session, so that session was lost. */
const keeperLost = (cause: unknown) => new ConnectorError(knownProblem(LOST), { cause })
