import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { type Connector, ConnectorError } from '../../../ports/connector.ts'
import type { PlannedRead, SourceEstimate } from '../../../ports/estimate.ts'
import type { Condition, Pushdown } from '../../../ports/pushdown.ts'
import type {
  CursorBounds,
  KeyReader,
  ParallelReads,
  PushdownAnswer,
  ReadRequest,
  Refusal,
  RowSink,
  Source,
  SourceEntity,
  SourceRanges,
  SourceSums,
} from '../../../ports/source.ts'
import type { DatabaseStructure } from '../../../ports/table-structure.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { sourceKey } from '../../shared/row-key.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import { estimateTables } from '../../sql/estimate-tables.ts'
import { keyReader } from '../../sql/key-reader.ts'
import { openWithRetries } from '../../sql/session-pool.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { binaryFields } from '../rows/binary-field.ts'
import { MYSQL_TEXT } from '../rows/field-reading.ts'
import { KEY_SQL } from '../rows/key-ranges.ts'
import { describeTables } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { serverNames } from '../schema/server-names.ts'
import { entityName, namespaceOf, sqlName } from '../schema/table-name.ts'
import { underlyingNames } from '../schema/underlying-names.ts'
import { viewTexts } from '../schema/view-texts.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { readRefusal } from '../session/read-refusal.ts'
import { serverIdentity } from '../session/server-identity.ts'
import { readStructure } from '../structure/read-structure.ts'
import { acceptPushdown } from './accept-pushdown.ts'
import { AskedNames } from './asked-names.ts'
import { beginSnapshot, GIVE_UP_LOCKS } from './begin-snapshot.ts'
import { cursorBounds } from './cursor-bounds.ts'
import { entityOf } from './entity-of.ts'
import { namedSnapshot } from './named-snapshot.ts'
import { narrowingCondition } from './narrowing-condition.ts'
import { parallelReads } from './parallel-reads.ts'
import { pushedSelect } from './pushdown-select.ts'
import { BY_KEY, sourceRanges } from './ranged-tables.ts'
import { columnOf, whereOf } from './read-conditions.ts'
import { isInSnapshot, isSummable, SnapshotQueries, whichReads } from './snapshot-queries.ts'
import { sourceSums } from './source-sums.ts'
import { streamRows } from './stream-rows.ts'

export const openMysqlSource: NonNullable<Connector['openSource']> = async (endpoint, context) => {
  const credentials = databaseCredentials(endpoint, 'database')
  const session = await openWithRetries(() => openSession(credentials, 'read', context))
  try {
    const { now: identity } = await serverIdentity(session)
    const names = await serverNames(session, credentials.database)
    await beginSnapshot(session)
    return new MysqlSource(new SnapshotQueries(session, { names, credentials, context }), identity)
  } catch (error) {
    await session.abandon()
    throw mysqlError(error, 'source', credentials.password)
  }
}

class MysqlSource implements Source {
  readonly system = 'mysql'
  readonly namespace: string
  readonly identity: string
  readonly serverVersion: string
  readonly sums: SourceSums
  readonly keys: KeyReader
  readonly reads: ParallelReads
  readonly ranges: SourceRanges
  readonly #queries: SnapshotQueries

  constructor(queries: SnapshotQueries, identity: string) {
    this.#queries = queries
    this.namespace = namespaceOf(queries.names.database)
    this.identity = identity
    this.serverVersion = queries.serverVersion
    this.reads = parallelReads(queries)
    this.ranges = sourceRanges(queries, (request, signal) => this.#readRows(request, undefined, signal))
    this.sums = sourceSums(queries)
    this.keys = keyReader({
      sql: KEY_SQL,
      isTable: isSummable,
      columnsOf: ({ columns }) => columns,
      rowsOf: (entity, selected) => `${sqlName(queries.nameOf(entity))}${whereOf(entity, selected)}`,
      reading: (entity, work) => work((statement) => queries.query(entity, statement)),
    })
  }

  spelled(entity: string): string {
    return entityName(this.#queries.names.parse(entity))
  }

  entities(only?: readonly string[]): Promise<readonly SourceEntity[]> {
    const { names } = this.#queries
    const targets = only?.map(names.parse)
    const wanted = targets ? { only: targets } : { database: names.database }
    const asked = new AskedNames(only ?? [], names)
    return this.#queries.asking('keeper', targets ?? [], async (session) => {
      const { tables, ...texts } = await this.#queries.tables.find(session, async () => {
        const found = await describeTables(session, wanted)
        return {
          tables: found,
          ...(await viewTexts(
            session,
            found.filter(({ kind }) => kind === 'view'),
          )),
        }
      })
      const behind = targets && underlyingNames(texts)
      return tables.flatMap((table) => asked.of(entityOf(table, true, behind)))
    })
  }

  refusal(entity: string, columns: readonly string[]): Promise<Refusal | undefined> {
    const table = this.#queries.nameOf({ name: entity })
    return this.#queries.asking('keeper', [], (session) => readRefusal(session, table, { entity, columns }))
  }

  structure(tables: readonly SourceEntity[]): Promise<DatabaseStructure> {
    const { names } = this.#queries
    const asked = new AskedNames(
      tables.map(({ name }) => name),
      names,
    )
    const read = tables.map(({ name }) => names.parse(name))
    return this.#queries.asking('keeper', [], async (session) =>
      asked.inStructure(await readStructure(session, read, names.database)),
    )
  }

  formats(entity: SourceEntity, columns: readonly string[], taken: readonly string[]): readonly string[] {
    const chosen = columns.map((name) => columnOf(entity, name))
    return [MYSQL_TEXT, ...taken.filter((format) => binaryFields(chosen, format)), COMMON_TEXT]
  }

  cursorBounds(entity: SourceEntity, cursor: string): Promise<CursorBounds> {
    return cursorBounds(this.#queries, entity, cursor)
  }

  estimate(reads: readonly PlannedRead[]): Promise<SourceEstimate> {
    return estimateTables(reads, {
      count: async (read) => (await this.sums.digest(read, undefined))?.rows,
      guess: async ({ entity, window }) => {
        const where = whereOf(entity, defined({ window }))
        const statement = `EXPLAIN SELECT 1 FROM ${sqlName(this.#queries.nameOf(entity))}${where}`
        return plannedRows(await this.#queries.query(entity, statement))
      },
    })
  }

  async moment(entities: readonly string[]): Promise<string> {
    const tables = (await this.entities(entities)).filter(isInSnapshot).map((entity) => this.#queries.nameOf(entity))
    return this.#queries.explained(() => namedSnapshot(this.#queries, tables))
  }

  pushes(entity: SourceEntity, steps: Pushdown): boolean {
    return pushedSelect(entity, steps) !== undefined
  }

  pushdown(read: Pick<ReadRequest, 'entity' | 'window'>, steps: Pushdown): Promise<PushdownAnswer | undefined> {
    return acceptPushdown(this.#queries, read, steps)
  }

  narrows(entity: SourceEntity, condition: Condition): boolean {
    return narrowingCondition(entity, condition) !== undefined
  }

  orderOfFirst({ columns }: SourceEntity): readonly string[] {
    return sourceKey(columns)
  }

  read(request: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number> {
    return this.#readRows(request, sink, signal)
  }

  #readRows(request: ReadRequest, sink: RowSink | undefined, signal: AbortSignal): Promise<number> {
    return this.#queries.sessions.through(whichReads(request.entity), (session) =>
      this.#readThrough(session, request, sink, signal),
    )
  }

  async #readThrough(
    session: MysqlSession,
    request: ReadRequest,
    sink: RowSink | undefined,
    signal: AbortSignal,
  ): Promise<number> {
    const { entity, limit, range, pushdown } = request
    // The sum of a range depends on the order of its rows.
    const orderedBy = request.orderedBy ?? (range && sourceKey(entity.columns))
    const name = this.#queries.nameOf(entity)
    const pushed = pushdown && pushedSelect(entity, pushdown, request.nativeText)
    const fields = pushed && request.columns.flatMap((column) => pushed.fields.get(column) ?? [])
    try {
      const order = orderedBy ? ` ORDER BY ${orderedBy.map(quoteIdentifier).join(', ')}` : ''
      const first = limit === undefined ? '' : ` LIMIT ${limit}`
      const rest = `FROM ${sqlName(name)}${range ? BY_KEY : ''}${whereOf(entity, request, pushed?.where)}${order}${first}`
      const rows = await streamRows(
        {
          session,
          request,
          columns: fields ? [] : request.columns.map((column) => columnOf(entity, column)),
          ...defined({ fields }),
          statement: (expressions) => `SELECT ${expressions.join(', ') || '1'} ${rest}`,
          wait: this.#queries.waitFor([name]),
        },
        sink,
        signal,
      )
      await this.#queries.refuseExchanged(session, name)
      await session.query(GIVE_UP_LOCKS)
      return rows
    } catch (error) {
      signal.throwIfAborted()
      throw naming(entity, this.#queries.explain(error), error)
    }
  }

  close(): Promise<void> {
    return this.#queries.close()
  }
}

/** A value that no other system knows is looked for in its table. */
function naming({ name }: SourceEntity, explained: Error, cause: unknown): Error {
  if (!(explained instanceof ConnectorError) || explained.problem.code !== 'VALUE_NOT_REPRESENTABLE') return explained
  return new ConnectorError(
    { ...explained.problem, message: sentence`${name}: ${explained.problem.message}` },
    { cause },
  )
}

/** The number of rows that the optimizer of the server expects; nothing for a plan of several tables. */
function plannedRows(plan: readonly TextRow[]): number | undefined {
  const [row] = plan
  if (!row || plan.length > 1 || row['rows'] == null) return undefined
  return Math.round((Number(row['rows']) * Number(row['filtered'] ?? 100)) / 100)
}
