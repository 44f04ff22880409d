import { LOST } from '../../../../core/catalog/errors/network-errors.ts'
import type { ConnectorContext } from '../../../ports/connector.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { knownProblem } from '../../../ports/known-problem.ts'
import type { DatabaseCredentials } from '../../shared/database-credentials.ts'
import { patiently, SessionPool } from '../../shared/session-pool.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { openSession } from '../session/open-session.ts'
import { LIMIT_READING_WAITS } from '../session/past-locks.ts'
import { postgresError } from '../session/postgres-problem.ts'

const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMIT_READING_WAITS}`

const beginIn = (snapshot: string) => `${BEGIN}; SET TRANSACTION SNAPSHOT ${quoteLiteral(snapshot)}`

/**
 * One session keeps the snapshot and describes; others read, and are replaced after a stream has failed.
 * So a failed stream neither moves the others to another snapshot nor ends them.
 */
export class SharedSnapshot {
  readonly keeper: PostgresSession
  /** The name with which other sessions import the snapshot. */
  readonly name: string
  /** After each use they roll back to the savepoint `stream`. */
  readonly readers: SessionPool<PostgresSession>
  /** The last query of the keeper; the next one may start after it. */
  #asked: Promise<unknown> = Promise.resolve()

  private constructor(keeper: PostgresSession, name: string, openReader: () => Promise<PostgresSession>) {
    this.keeper = keeper
    this.name = name
    this.readers = new SessionPool(openReader)
  }

  /** @param shared the name of another snapshot that still exists, to use the same one. @throws ConnectorError */
  static async open(
    credentials: DatabaseCredentials,
    context: ConnectorContext,
    shared: string | undefined,
  ): Promise<SharedSnapshot> {
    const keeper = await patiently(() => openSession(credentials, context))
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
    // A failed query would abort the other queries in the same transaction.
    const asked = this.#asked.then(() => this.#askKeeper(statement))
    this.#asked = asked.catch(() => {})
    return asked
  }

  async close(): Promise<void> {
    await Promise.all([this.readers.close(), this.keeper.close()])
  }

  async #askKeeper(statement: string): Promise<TextRow> {
    try {
      await this.keeper.query('SAVEPOINT question')
      const [row] = await this.keeper.query(statement)
      return row ?? {}
    } finally {
      // Releases locks, and lets the other streams run queries after a failed one.
      await this.keeper.query('ROLLBACK TO question').catch(() => {})
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

/** No other object of these statements could be missing or in another state. */
const isSnapshotGone = (error: unknown) =>
  error instanceof Error && 'code' in error && ['42704', '55000'].includes(String(error.code))

/** A snapshot exists as long as its session, so that session was lost. */
const keeperLost = (cause: unknown) => new ConnectorError(knownProblem(LOST), { cause })
