import { sentence } from '../../../../core/catalog/sentence.ts'
import { RowDecoder } from '../../../formats/common-text/row-decoder.ts'
import type { Connector, ConnectorContext } from '../../../ports/connector.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PlannedRead, SourceEstimate } from '../../../ports/estimate.ts'
import type { CellSums, KeyDigest, RowsFound } from '../../../ports/key-digest.ts'
import type { Condition } from '../../../ports/pushdown.ts'
import type {
  CursorBounds,
  ReadRequest,
  Refusal,
  RowSink,
  Source,
  SourceColumn,
  SourceEntity,
} from '../../../ports/source.ts'
import type { DatabaseStructure } from '../../../ports/table-structure.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import type { KeyOrder, KeyQuestion, KeySpan, KeySum } from '../../../ports/vanished-rows.ts'
import type { DatabaseCredentials } from '../../shared/database-credentials.ts'
import { databaseCredentials } from '../../shared/database-credentials.ts'
import { estimateTables } from '../../shared/estimate-tables.ts'
import { keyColumnsOf, keyOrdersOf } from '../../shared/key-ranges.ts'
import { patiently } from '../../shared/session-pool.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { binaryFields } from '../rows/binary-field.ts'
import { cellSumsOf } from '../rows/cell-sums.ts'
import { fieldReading, MYSQL_TEXT } from '../rows/field-reading.ts'
import { digestsOf, sumRows } from '../rows/key-digest.ts'
import { keySpanOf, keySpanStatement, keySumOf, keySumsStatement, keysWithin } from '../rows/key-ranges.ts'
import { RowWriter } from '../rows/row-writer.ts'
import { ZeroDates } from '../rows/zero-dates.ts'
import { describeTables } from '../schema/describe-tables.ts'
import { namesBehindViews } from '../schema/names-behind-views.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { namespaceOf, parseTableName, sqlName, type TableName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { ownThreads } from '../session/own-threads.ts'
import { type LockWait, type LockWatching, pastLocks, READING_PATIENCE_MS } from '../session/past-locks.ts'
import { serverIdentity } from '../session/server-identity.ts'
import { readStructure } from '../structure/read-structure.ts'
import { entityOf } from './entity-of.ts'
import { narrowingCondition } from './narrowing-condition.ts'
import { readRefusal } from './read-refusal.ts'
import { ReadingSessions } from './reading-sessions.ts'
import { beginSnapshot, GIVE_UP_LOCKS, shareSnapshot } from './share-snapshot.ts'
import { streamRows } from './stream-rows.ts'
import { hasNoValue, isAhead, refuseCursor, windowCondition } from './window-condition.ts'

/** Number of sessions that read at once; one more locks tables for a moment. */
const SESSIONS = 3

/** For fewer tables the gain is not worth blocking writers, even briefly. */
const MANY_TABLES = 10

export const openMysqlSource: NonNullable<Connector['openSource']> = async (endpoint, context) => {
  const credentials = databaseCredentials(endpoint, 'database')
  const session = await patiently(() => openSession(credentials, 'read', context))
  try {
    const identity = await serverIdentity(session)
    await beginSnapshot(session)
    return new MysqlSource(session, identity, credentials, context)
  } catch (error) {
    await session.abandon()
    throw mysqlError(error, 'source', credentials.password)
  }
}

/** One session keeps the snapshot, describes and reads, one stream after the other; with many tables, other sessions read with the same snapshot. */
class MysqlSource implements Source {
  readonly system = 'mysql'
  readonly identity: string
  readonly serverVersion: string
  readonly #sessions: ReadingSessions
  readonly #credentials: DatabaseCredentials
  readonly #context: ConnectorContext
  readonly #watching: LockWatching

  constructor(session: MysqlSession, identity: string, credentials: DatabaseCredentials, context: ConnectorContext) {
    this.#sessions = new ReadingSessions(session)
    this.identity = identity
    this.serverVersion = session.serverVersion
    this.#credentials = credentials
    this.#context = context
    this.#watching = {
      say: context.say,
      openSession: () => openSession(credentials, 'read', context),
      own: ownThreads(context.signal, credentials),
    }
  }

  get namespace(): string {
    return namespaceOf(this.#credentials.database)
  }

  entities(only?: readonly string[]): Promise<readonly SourceEntity[]> {
    const { database } = this.#credentials
    const targets = only?.map((name) => parseTableName(name, database))
    const wanted = targets ? { only: targets } : { database }
    return this.#asking('keeper', targets ?? [], async (session) => {
      const tables = await describeTables(session, wanted)
      const views = tables.filter(({ kind }) => kind === 'view')
      const behind = targets && (await namesBehindViews(session, views))
      await session.query(GIVE_UP_LOCKS)
      return tables.map((table) => entityOf(table, true, behind))
    })
  }

  refusal(entity: string, columns: readonly string[]): Promise<Refusal | undefined> {
    const table = parseTableName(entity, this.#credentials.database)
    return this.#asking('keeper', [], async (session) => {
      const refusal = await readRefusal(session, table, { entity, columns })
      await session.query(GIVE_UP_LOCKS)
      return refusal
    })
  }

  structure(tables: readonly SourceEntity[]): Promise<DatabaseStructure> {
    const { database } = this.#credentials
    const names = tables.map(({ name }) => parseTableName(name, database))
    return this.#asking('keeper', [], async (session) => {
      const structure = await readStructure(session, names, database)
      await session.query(GIVE_UP_LOCKS)
      return structure
    })
  }

  get readsAtOnce(): number {
    return this.#sessions.count
  }

  async readyReads(entities: readonly SourceEntity[]): Promise<void> {
    const { database } = this.#credentials
    const tables = entities.filter(isInSnapshot).map(({ name }) => parseTableName(name, database))
    if (tables.length < MANY_TABLES || this.#sessions.count > 1) return
    await this.#explained(
      this.#sessions.through('keeper', async (keeper) => {
        const open = () => openSession(this.#credentials, 'read', this.#context)
        this.#sessions.add(await shareSnapshot(keeper, tables, { count: SESSIONS - 1, open }))
      }),
    )
  }

  formats(entity: SourceEntity, columns: readonly string[], taken: readonly string[]): readonly string[] {
    const chosen = columns.map((name) => columnOf(entity, name))
    return [MYSQL_TEXT, ...taken.filter((format) => binaryFields(chosen, format)), COMMON_TEXT]
  }

  cursorBounds(entity: SourceEntity, cursor: string): Promise<CursorBounds> {
    const column = refuseCursor(entity, cursor)
    const reading = fieldReading(column, COMMON_TEXT)
    const largest = `MAX(${quoteIdentifier(cursor)})`
    const expression = reading.expression.replaceAll(quoteIdentifier(cursor), () => largest)
    const writer = new RowWriter([reading], COMMON_TEXT, new ZeroDates('null'))
    return this.#asking(whichReads(entity), [this.#nameOf(entity)], async (session) => {
      const rows = sqlName(this.#nameOf(entity))
      const [empty, ahead] = [hasNoValue(column), isAhead(column)]
      await session.read(
        `SELECT ${expression} FROM ${rows} WHERE NOT (${ahead}) AND NOT (${empty})`,
        (bytes, start, end) => {
          writer.makeRoom(start, end)
          writer.add(bytes, start, end)
        },
      )
      const [found] = await session.query(
        `SELECT SUM(${empty}) AS without_value, SUM(${ahead}) AS ahead FROM ${rows} WHERE ${empty} OR ${ahead}`,
      )
      await session.query(GIVE_UP_LOCKS)
      const [until] = new RowDecoder().push(writer.finish().frames).flat()
      return {
        ...(until != null && { until }),
        empty: Number(found?.['without_value'] ?? 0),
        ahead: Number(found?.['ahead'] ?? 0),
      }
    })
  }

  digests({ kind, warning, columns }: SourceEntity, names: readonly string[]): readonly string[] {
    // Everything else may return different rows, even in one snapshot; a table with a warning is not part of the snapshot.
    if (kind !== 'table' || warning !== undefined) return []
    return digestsOf(names.map((name) => columns.find((column) => column.name === name)?.type ?? ''))
  }

  async digest(
    { entity, window }: Pick<ReadRequest, 'entity' | 'window'>,
    digest: KeyDigest | undefined,
  ): Promise<RowsFound | undefined> {
    const rows = `${sqlName(this.#nameOf(entity))}${whereOf(entity, { ...(window && { window }) })}`
    try {
      return await sumRows((statement) => this.#query(entity, statement), rows, digest)
    } catch (error) {
      if (error instanceof ConnectorError && error.problem.code === 'SOURCE_CHANGED') return undefined
      throw error
    }
  }

  cellSums({ kind, warning, columns }: SourceEntity, names: readonly string[]): CellSums | undefined {
    if (kind !== 'table' || warning !== undefined) return undefined
    const types = names.map((name) => columns.find((column) => column.name === name)?.type ?? '')
    const areAll = names.length === columns.length && names.every((name, at) => columns[at]?.name === name)
    return cellSumsOf({ serverVersion: this.serverVersion, types, areAll })
  }

  estimate(reads: readonly PlannedRead[]): Promise<SourceEstimate> {
    return estimateTables(reads, {
      count: async (read) => (await this.digest(read, undefined))?.rows,
      guess: async ({ entity, window }) => {
        const where = whereOf(entity, { ...(window && { window }) })
        const plan = await this.#query(entity, `EXPLAIN SELECT 1 FROM ${sqlName(this.#nameOf(entity))}${where}`)
        return plannedRows(plan)
      },
    })
  }

  keyOrders({ kind, warning, columns }: SourceEntity, names: readonly string[]): readonly KeyOrder[] {
    return kind === 'table' && warning === undefined ? keyOrdersOf(keyColumnsOf(columns, names)) : []
  }

  async keySpan(entity: SourceEntity, column: string): Promise<KeySpan | undefined> {
    const [row] = await this.#query(entity, keySpanStatement(sqlName(this.#nameOf(entity)), column))
    return row && keySpanOf(row)
  }

  async keySums(entity: SourceEntity, question: KeyQuestion): Promise<readonly KeySum[]> {
    const { order, columns, within, values, unmarked } = question
    const keys = keyColumnsOf(entity.columns, columns)
    const summed = values && keyColumnsOf(entity.columns, values)
    const conditions = [...(within ? [keysWithin(order, keys, within)] : []), ...unmarkedRows(unmarked)]
    const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
    const from = `${sqlName(this.#nameOf(entity))}${where}`
    const rows = await this.#query(entity, keySumsStatement(from, keys, question, summed))
    return rows.map((row) => keySumOf(row, question))
  }

  read(request: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number> {
    return this.#sessions.through(whichReads(request.entity), (session) =>
      this.#readThrough(session, request, sink, signal),
    )
  }

  async #readThrough(session: MysqlSession, request: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number> {
    const { entity } = request
    try {
      const rows = await streamRows(
        {
          session,
          request,
          columns: request.columns.map((name) => columnOf(entity, name)),
          statement: (expressions) => this.#statement(request, expressions),
          wait: this.#waitFor([this.#nameOf(entity)]),
        },
        sink,
        signal,
      )
      await session.query(GIVE_UP_LOCKS)
      return rows
    } catch (error) {
      signal.throwIfAborted()
      throw this.#explain(error, entity)
    }
  }

  async close(): Promise<void> {
    await this.#sessions.close()
  }

  narrows(entity: SourceEntity, condition: Condition): boolean {
    return narrowingCondition(entity, condition) !== undefined
  }

  /** A query of a table in the snapshot. */
  #query(entity: SourceEntity, statement: string): Promise<readonly TextRow[]> {
    return this.#asking(whichReads(entity), [this.#nameOf(entity)], async (session) => {
      const rows = await session.query(statement)
      await session.query(GIVE_UP_LOCKS)
      return rows
    })
  }

  #statement({ entity, window, keys, limit, narrowedTo }: ReadRequest, expressions: readonly string[]): string {
    const list = expressions.join(', ')
    const first = limit === undefined ? '' : ` LIMIT ${limit}`
    return `SELECT ${list === '' ? '1' : list} FROM ${sqlName(this.#nameOf(entity))}${whereOf(entity, { ...(window && { window }), ...(keys && { keys }), ...(narrowedTo && { narrowedTo }) })}${first}`
  }

  #nameOf(entity: SourceEntity): TableName {
    return parseTableName(entity.name, this.#credentials.database)
  }

  #waitFor(targets: readonly TableName[]): LockWait {
    return { ...this.#watching, targets, patienceMs: READING_PATIENCE_MS }
  }

  #asking<T>(
    which: 'keeper' | 'any',
    targets: readonly TableName[],
    work: (session: MysqlSession) => Promise<T>,
  ): Promise<T> {
    return this.#explained(
      this.#sessions.through(which, (session) => pastLocks(session, this.#waitFor(targets), () => work(session))),
    )
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      this.#context.signal.throwIfAborted()
      throw this.#explain(error)
    }
  }

  #explain(error: unknown, entity?: SourceEntity): Error {
    const explained = mysqlError(error, 'source', this.#credentials.password)
    if (!(entity && explained instanceof ConnectorError) || explained.problem.code !== 'VALUE_NOT_REPRESENTABLE')
      return explained
    return new ConnectorError(
      { ...explained.problem, message: sentence`${entity.name}: ${explained.problem.message}` },
      { cause: error },
    )
  }
}

/** The number of rows that the optimizer of the server expects; nothing for a plan of several tables. */
function plannedRows(plan: readonly TextRow[]): number | undefined {
  const [row] = plan
  if (!row || plan.length > 1 || row['rows'] == null) return undefined
  return Math.round((Number(row['rows']) * Number(row['filtered'] ?? 100)) / 100)
}

/** Tables without transactions are not part of a snapshot, and the tables of a view are unknown. */
const isInSnapshot = ({ kind, warning }: SourceEntity): boolean => kind !== 'view' && warning === undefined

const unmarkedRows = (column: string | undefined): readonly string[] =>
  column === undefined ? [] : [`${quoteIdentifier(column)} IS NULL`]

const whichReads = (entity: SourceEntity) => (isInSnapshot(entity) ? 'any' : 'keeper')

function whereOf(
  entity: SourceEntity,
  { window, keys, narrowedTo = [] }: Pick<ReadRequest, 'window' | 'keys' | 'narrowedTo'>,
): string {
  const conditions = [
    ...(window ? [`(${windowCondition(columnOf(entity, window.cursor), window)})`] : []),
    ...(keys?.within ? [keysWithin(keys.order, keyColumnsOf(entity.columns, keys.columns), keys.within)] : []),
    ...unmarkedRows(keys?.unmarked),
    ...narrowedTo.flatMap((condition) => narrowingCondition(entity, condition) ?? []),
  ]
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

function columnOf({ name, columns }: SourceEntity, wanted: string): SourceColumn {
  const found = columns.find((column) => column.name === wanted)
  if (!found) throw new Error(`"${name}" was described without "${wanted}"`)
  return found
}
