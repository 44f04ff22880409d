import type { ConnectorContext } from '../../../ports/connector.ts'
import type { SourceEntity } from '../../../ports/source.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { parseTableName, type TableName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { ownThreads } from '../session/own-threads.ts'
import { type LockObserver, type LockWait, READING_PATIENCE_MS, waitForLocks } from '../session/wait-for-locks.ts'
import { ReadingSessions } from './reading-sessions.ts'
import { GIVE_UP_LOCKS } from './share-snapshot.ts'

/** Queries in one snapshot: one session keeps it; with many tables, others read with the same one. */
export class SnapshotQueries {
  readonly sessions: ReadingSessions
  readonly serverVersion: string
  readonly database: string
  readonly explained: Explained
  readonly #credentials: DatabaseCredentials
  readonly #context: ConnectorContext
  readonly #watching: LockObserver

  constructor(session: MysqlSession, credentials: DatabaseCredentials, context: ConnectorContext) {
    this.sessions = new ReadingSessions(session)
    this.serverVersion = session.serverVersion
    this.database = credentials.database
    this.#credentials = credentials
    this.#context = context
    this.explained = explaining((error) => this.explain(error), context.signal)
    const own = ownThreads(context.signal, credentials)
    this.#watching = { log: context.log, openSession: () => this.open(), own }
  }

  open(): Promise<MysqlSession> {
    return openSession(this.#credentials, 'read', this.#context)
  }

  nameOf({ name }: Pick<SourceEntity, 'name'>): TableName {
    return parseTableName(name, this.database)
  }

  /** The rows of a query of a table. */
  query(entity: SourceEntity, statement: string): Promise<readonly TextRow[]> {
    return this.asking(whichReads(entity), [this.nameOf(entity)], (session) => session.query(statement))
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
