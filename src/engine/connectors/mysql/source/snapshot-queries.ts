import type { ConnectorContext } from '../../../ports/connector.ts'
import type { SourceEntity } from '../../../ports/source.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import type { ServerNames } from '../schema/server-names.ts'
import type { TableName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { threadsOfRun } from '../session/threads-of-run.ts'
import { type LockObserver, type LockWait, READING_PATIENCE_MS, waitForLocks } from '../session/wait-for-locks.ts'
import { GIVE_UP_LOCKS } from './begin-snapshot.ts'
import { DescribedTables } from './described-tables.ts'
import { PresentSession } from './present-session.ts'
import { ReadingSessions } from './reading-sessions.ts'

interface ReadFrom {
  readonly names: ServerNames
  readonly credentials: DatabaseCredentials
  readonly context: ConnectorContext
}

/** Queries in one snapshot: one session keeps it; with many tables, others read with the same one. */
export class SnapshotQueries {
  readonly sessions: ReadingSessions
  readonly tables = new DescribedTables()
  readonly serverVersion: string
  readonly names: ServerNames
  readonly explained: Explained
  readonly #credentials: DatabaseCredentials
  readonly #context: ConnectorContext
  readonly #watching: LockObserver
  readonly #present: PresentSession

  constructor(session: MysqlSession, { names, credentials, context }: ReadFrom) {
    this.sessions = new ReadingSessions(session)
    this.serverVersion = session.serverVersion
    this.names = names
    this.#credentials = credentials
    this.#context = context
    this.explained = explaining((error) => this.explain(error), context.signal)
    this.#present = new PresentSession(() => this.open())
    const own = threadsOfRun(context.signal, credentials)
    this.#watching = { log: context.log, openSession: () => this.open(), own }
  }

  open(): Promise<MysqlSession> {
    return openSession(this.#credentials, 'read', this.#context)
  }

  async close(): Promise<void> {
    await Promise.all([this.sessions.close(), this.#present.close()])
  }

  nameOf({ name }: Pick<SourceEntity, 'name'>): TableName {
    return this.names.parse(name)
  }

  /** The rows of a query of a table. */
  query(entity: SourceEntity, statement: string): Promise<readonly TextRow[]> {
    const name = this.nameOf(entity)
    return this.asking(whichReads(entity), [name], async (session) => {
      const rows = await session.query(statement)
      await this.refuseExchanged(session, name)
      return rows
    })
  }

  /** @param session still has its locks on the table. @throws ConnectorError if it is no longer the one that the run described */
  async refuseExchanged(session: MysqlSession, table: TableName): Promise<void> {
    await this.tables.refuseExchanged(await this.#present.beside(session), table)
  }

  /** Work that gives up its locks at its end. */
  asking<T>(
    which: 'keeper' | 'any',
    targets: readonly TableName[],
    work: (session: MysqlSession) => Promise<T>,
  ): Promise<T> {
    return this.explained(() =>
      this.sessions.through(which, (session) =>
        waitForLocks(session, this.waitFor(targets), async () => {
          const found = await work(session)
          await session.query(GIVE_UP_LOCKS)
          return found
        }),
      ),
    )
  }

  waitFor(targets: readonly TableName[]): LockWait {
    return { ...this.#watching, targets, patienceMs: READING_PATIENCE_MS }
  }

  explain(error: unknown): Error {
    return mysqlError(error, 'source', this.#credentials.password)
  }
}

/** Tables without transactions are not part of a snapshot, and the tables of a view are unknown. */
export const isInSnapshot = ({ kind, warning }: SourceEntity): boolean => kind !== 'view' && warning === undefined

export const whichReads = (entity: SourceEntity) => (isInSnapshot(entity) ? 'any' : 'keeper')

/** Everything else may return different rows, even in one snapshot; a table with a warning is not part of the snapshot. */
export const isSummable = ({ kind, warning }: SourceEntity): boolean => kind === 'table' && warning === undefined
