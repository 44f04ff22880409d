import { sentence } from '../../../../core/catalog/sentence.ts'
import type { ChangeRequest, ChangeSink, ChangeSource, LogPosition } from '../../../ports/change-source.ts'
import { type ConnectorContext, ConnectorError, type Endpoint } from '../../../ports/connector.ts'
import { type DatabaseCredentials, databaseCredentials } from '../../sql/database-credentials.ts'
import { explaining } from '../../sql/explaining.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { serverNames } from '../schema/server-names.ts'
import type { TableName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { readRefusal } from '../session/read-refusal.ts'
import { followedTables } from './followed-tables.ts'
import type { GtidSet } from './gtid-set.ts'
import { logError, logGap } from './log-gap.ts'
import { type LogPlace, parsePlace, placeText } from './log-place.ts'
import { LogReader, type LogReading } from './log-reader.ts'
import { requestLog } from './log-request.ts'
import { type CommittedElsewhere, PreparedIsRead, ReadAgain, ReadPrepared } from './log-signals.ts'
import { LogTables, mirroredNames } from './log-tables.ts'
import { mirrorReadiness } from './mirror-readiness.ts'
import { PreparedTransactions } from './prepared-transactions.ts'
import { logIdentity, presentPlace } from './present-place.ts'

/**
 * Reads the binary log of a server as one of its replicas would. The server keeps its log for a time of its own, whoever reads it.
 * @param tables what is read of each, by its entity name. @throws ConnectorError
 */
export async function openMysqlChangeSource(
  endpoint: Endpoint,
  context: ConnectorContext,
  { tables, destination }: ChangeRequest,
): Promise<ChangeSource> {
  const credentials = databaseCredentials(endpoint, 'database')
  const asking = await openSession(credentials, 'read', context)
  try {
    const server = await logIdentity(asking)
    return new MysqlChangeSource({ asking, server, credentials, context, tables, isForMysql: destination === 'mysql' })
  } catch (error) {
    await asking.abandon()
    throw mysqlError(error, 'source', credentials.password)
  }
}

interface Opened {
  readonly asking: MysqlSession
  readonly server: string
  readonly credentials: DatabaseCredentials
  readonly context: ConnectorContext
  readonly tables: ChangeRequest['tables']
  readonly isForMysql: boolean
}

class MysqlChangeSource implements ChangeSource {
  readonly #opened: Opened
  readonly #explained
  #reading: MysqlSession | undefined
  #isPaused = false
  /** Entities that are not read: until a place in the log, or until they are chosen again. */
  readonly #leftOut = new Map<string, GtidSet | undefined>()
  readonly #copied = new Map<string, string>()
  #chosen: ReadonlySet<string> = new Set()
  #logged: LogTables | undefined

  constructor(opened: Opened) {
    this.#opened = opened
    this.#explained = explaining((error) => this.#explain(error), opened.context.signal)
  }

  readiness(entities: readonly string[]) {
    const { asking, credentials } = this.#opened
    return this.#explained(async () =>
      mirrorReadiness(asking, entities, await serverNames(asking, credentials.database)),
    )
  }

  begin(entities: readonly string[]) {
    this.#leftOut.clear()
    this.#chosen = new Set(entities)
    return this.#explained(async () => {
      const position = await this.#now()
      return { position, since: position }
    })
  }

  choose(entities: readonly string[], copied?: string) {
    this.#chosen = new Set(entities)
    return this.#explained(async () => {
      const since = await this.#now()
      if (copied !== undefined && this.#leftOut.has(copied)) this.#leftOut.set(copied, parsePlace(since).seen)
      return { since }
    })
  }

  async end(): Promise<void> {}

  now(): Promise<LogPosition> {
    return this.#explained(() => this.#now())
  }

  columnsOf(entity: string): readonly string[] | undefined {
    const followed = this.#leftOut.has(entity) ? undefined : this.#logged?.all.find((table) => table.entity === entity)
    return followed && mirroredNames(followed)
  }

  async held(): Promise<undefined> {
    return undefined
  }

  async follow(from: LogPosition, sink: ChangeSink, signal: AbortSignal): Promise<void> {
    let place = parsePlace(from)
    // The last reading was ahead of the destination: nobody may know yet that it could not read them.
    for (const [entity, until] of this.#leftOut) if (!until) this.#leftOut.delete(entity)
    // Whoever has paused an earlier reading goes on with this one.
    this.#isPaused = false
    try {
      if (place.server !== this.#opened.server) throw logGap(sentence`the server is another one now`)
      while (!signal.aborted) place = await this.#readFrom(place, sink, signal)
    } catch (error) {
      if (!signal.aborted) throw this.#explain(logError(error))
    }
  }

  confirm(): void {}

  pause(): void {
    this.#isPaused = true
    this.#reading?.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#reading?.resume()
  }

  async close(): Promise<void> {
    await this.#reading?.abandon()
    await this.#opened.asking.close()
  }

  /** @returns from where the log has to be read again, with the tables as they are then */
  async #readFrom(place: LogPlace, sink: ChangeSink, signal: AbortSignal): Promise<LogPlace> {
    const { isMariaDb } = this.#opened.asking.facts
    const reading = { place, tables: await this.#tables(sink), prepared: new PreparedTransactions(), sink, isMariaDb }
    const reader = new LogReader(reading)
    try {
      return await this.#read(reader, place.resume ?? place.seen, signal)
    } catch (error) {
      if (error instanceof ReadAgain) return reader.place
      if (error instanceof ReadPrepared)
        return await this.#readPrepared(error.wanted, { ...reading, place: reader.place }, signal)
      throw error
    }
  }

  async #read(reader: LogReader, from: GtidSet, signal: AbortSignal): Promise<never> {
    const { credentials, context } = this.#opened
    const session = await openSession(credentials, 'read', { ...context, signal })
    this.#reading = session
    try {
      const command = await requestLog(session, from)
      const ended = session.readLog(command, (bytes, start, end) => reader.read(bytes, start, end))
      if (this.#isPaused) session.pause()
      return await ended
    } finally {
      this.#reading = undefined
      await session.abandon()
    }
  }

  /** The rows of a large transaction that was prepared, from where they stand in the log. @returns the place after its commit */
  async #readPrepared(
    only: CommittedElsewhere,
    { place, tables, sink, isMariaDb }: LogReading,
    signal: AbortSignal,
  ): Promise<LogPlace> {
    const seen = place.seen.copy()
    seen.add(only.gtid)
    const after = { ...place, seen }
    const commit = () => {
      sink.commit(placeText(after), only.committedAt)
      throw new PreparedIsRead()
    }
    // None of its rows is of a table that is followed.
    const quiet = () => {
      sink.quiet(placeText(after))
      throw new PreparedIsRead()
    }
    const reader = new LogReader({
      place: { server: place.server, seen: only.before },
      tables,
      prepared: new PreparedTransactions(),
      sink: { ...sink, commit, quiet },
      isMariaDb,
      only,
    })
    try {
      return await this.#read(reader, only.before, signal)
    } catch (error) {
      if (error instanceof PreparedIsRead) return after
      throw error
    }
  }

  async #tables(sink: ChangeSink): Promise<LogTables> {
    const { asking, credentials, tables, isForMysql } = this.#opened
    const [row] = await asking.query('SELECT @@lower_case_table_names AS folds')
    const fold = row?.['folds'] === '0' ? (name: string) => name : (name: string) => name.toLowerCase()
    const wanted = new Map([...tables].filter(([entity]) => this.#chosen.has(entity)))
    const { parse } = await serverNames(asking, credentials.database)
    const found = await followedTables(asking, wanted, { parse, isForMysql })
    const read = new LogTables(found, fold, { leftOut: this.#leftOut, copied: this.#copied })
    this.#logged = read
    for (const entity of wanted.keys())
      if (!found.some((table) => table.entity === entity))
        read.refuse(entity, await this.#notFound(entity, parse(entity)), sink)
    return read
  }

  /** The server hides a table from an account that may not read it. */
  async #notFound(entity: string, name: TableName): Promise<ConnectorError> {
    const refusal = await readRefusal(this.#opened.asking, name, { entity, columns: [] })
    return refusal ? new ConnectorError(refusal.problem) : tableGone(entity)
  }

  #now(): Promise<LogPosition> {
    const { asking, server } = this.#opened
    return presentPlace(asking, server)
  }

  #explain(error: unknown): Error {
    return mysqlError(error, 'source', this.#opened.credentials.password)
  }
}

const tableGone = (table: string) =>
  new ConnectorError({
    code: 'ENTITY_NOT_FOUND',
    message: sentence`The table ${table} does not exist.`,
  })
