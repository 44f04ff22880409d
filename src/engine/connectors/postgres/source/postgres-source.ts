import { sentence } from '../../../../core/catalog/sentence.ts'
import type { Connector, ConnectorContext } from '../../../ports/connector.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PlannedRead, SourceEstimate } from '../../../ports/estimate.ts'
import type { CellSums, KeyDigest, RowsFound } from '../../../ports/key-digest.ts'
import type { Condition, Pushdown } from '../../../ports/pushdown.ts'
import type { RangedTable } from '../../../ports/ranges.ts'
import type {
  CursorBounds,
  PushdownAnswer,
  ReadRequest,
  Refusal,
  RowSink,
  Source,
  SourceEntity,
} from '../../../ports/source.ts'
import type { DatabaseStructure } from '../../../ports/table-structure.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import type { KeyOrder, KeyQuestion, KeySpan, KeySum } from '../../../ports/vanished-rows.ts'
import type { DatabaseCredentials } from '../../shared/database-credentials.ts'
import { databaseCredentials } from '../../shared/database-credentials.ts'
import { estimateTables } from '../../shared/estimate-tables.ts'
import { keyColumnsOf, keyOrdersOf } from '../../shared/key-ranges.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { cellSumsOf } from '../rows/cell-sums.ts'
import { COPY_TEXT, copyOutStatement, countStatement, pgBinary, rowsOf } from '../rows/copy-statement.ts'
import { boundsFound, boundsStatement, isOrdered } from '../rows/cursor-window.ts'
import { entityOf } from '../rows/entity-of.ts'
import { digestStatement, digestsOf, ENCODING_OF_DATABASE, rowsFound } from '../rows/key-digest.ts'
import { keySpanOf, keySpanStatement, keySumOf, keySumsStatement, rowSumsOf } from '../rows/key-ranges.ts'
import { describeRangedTable, isRangeable } from '../rows/ranged-table.ts'
import { refuseRewritten } from '../rows/refuse-rewritten.ts'
import { behindDomains } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { describeRelations } from '../schema/describe-relations.ts'
import { namesBehindViews } from '../schema/names-behind-views.ts'
import { parseRelationName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { databaseIdentity } from '../session/database-identity.ts'
import { openSession } from '../session/open-session.ts'
import { sayWhoLocks } from '../session/past-locks.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { readStructure } from '../structure/read-structure.ts'
import { inOwnWords } from './own-expressions.ts'
import { narrowing, pushedSelect, suitabilityQuery } from './pushdown-select.ts'
import { readRefusal } from './read-refusal.ts'
import { SharedSnapshot } from './shared-snapshot.ts'
import { streamRows } from './stream-rows.ts'

/** Limit for each side of a run, so that a shared server is not overloaded. */
const SESSIONS = 4

export const openPostgresSource: NonNullable<Connector['openSource']> = async (endpoint, context, snapshotName) => {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const snapshot = await SharedSnapshot.open(credentials, context, snapshotName)
  try {
    const identity = await databaseIdentity(snapshot.keeper)
    const [described] = await snapshot.keeper.query(ENCODING_OF_DATABASE)
    return new PostgresSource({ snapshot, identity, encoding: described?.['encoding'] ?? '', credentials, context })
  } catch (error) {
    await snapshot.keeper.abandon()
    throw postgresError(error, 'source', credentials.password)
  }
}

interface Opened {
  readonly snapshot: SharedSnapshot
  readonly identity: string
  readonly encoding: string
  readonly credentials: DatabaseCredentials
  readonly context: ConnectorContext
}

class PostgresSource implements Source {
  readonly #opened: Opened
  readonly #relations = new Map<string, Relation>()
  /** One additional session keeps the snapshot. */
  readonly readsAtOnce = SESSIONS - 1

  constructor(opened: Opened) {
    this.#opened = opened
  }

  readonly system = 'postgres'
  readonly namespace = 'public'

  get identity(): string {
    return this.#opened.identity
  }

  get serverVersion(): string {
    return this.#opened.snapshot.keeper.serverVersion
  }

  get snapshotName(): string {
    return this.#opened.snapshot.name
  }

  async entities(only?: readonly string[]): Promise<readonly SourceEntity[]> {
    const wanted = only?.map(parseRelationName)
    const look = this.#sayWhoLocks(wanted ?? [])
    try {
      const { relations, behind } = await this.#opened.snapshot.describing(async (keeper) => {
        const described = await describeRelations(keeper, wanted, 'source')
        return { relations: described, behind: wanted && (await namesBehindViews(keeper, described)) }
      })
      return relations.map((relation) => {
        const entity = entityOf(relation, behind)
        this.#relations.set(entity.name, relation)
        return entity
      })
    } catch (error) {
      throw this.#explain(error)
    } finally {
      look()
    }
  }

  async refusal(entity: string, columns: readonly string[]): Promise<Refusal | undefined> {
    try {
      return await this.#opened.snapshot.describing((keeper) =>
        readRefusal(keeper, parseRelationName(entity), { entity, columns }),
      )
    } catch (error) {
      throw this.#explain(error)
    }
  }

  formats(entity: SourceEntity, columns: readonly string[]): readonly string[] {
    const { columns: known } = this.#relation(entity)
    const isPortable =
      columns.length > 0 && columns.every((name) => known.find((column) => column.name === name)?.isPortable === true)
    return [...(isPortable ? [pgBinary(this.#keeper.major)] : []), COPY_TEXT, COMMON_TEXT]
  }

  async cursorBounds(entity: SourceEntity, cursor: string): Promise<CursorBounds> {
    const relation = this.#relation(entity)
    const column = entity.columns.find(({ name }) => name === cursor)
    if (!column || !isOrdered(column)) throw noCursor(entity.name, cursor, column?.type)
    const statement = boundsStatement(rowsOf(relation, {}), column, this.#keeper.major)
    return boundsFound(await this.#ask(statement, relation))
  }

  async pushdown(
    { entity, window }: Pick<ReadRequest, 'entity' | 'window'>,
    steps: Pushdown,
  ): Promise<PushdownAnswer | undefined> {
    const relation = this.#relation(entity)
    const pushed = pushedSelect(relation, steps)
    if (!pushed) return undefined
    const { encoding, is_elsewhere: isElsewhere } = await this.#ask(suitabilityQuery(relation))
    if (encoding !== 'UTF8') return undefined
    if (pushed.where.length + pushed.outside.length === 0) return {}
    if (isElsewhere === 't') return undefined
    const { rows, outside } = await this.#ask(countStatement(relation, pushed, { ...(window && { window }) }), relation)
    return outside === '0' ? { rows: Number(rows) } : undefined
  }

  narrows(entity: SourceEntity, condition: Condition): boolean {
    // Texts are compared by their bytes.
    return this.#opened.encoding === 'UTF8' && narrowing(this.#relation(entity), [condition]).length > 0
  }

  async ranged(entity: SourceEntity, columns: readonly string[], steps?: Pushdown): Promise<RangedTable | undefined> {
    const { identity } = this.#opened
    const relation = this.#relation(entity)
    const read = steps ? entity.columns.map(({ name }) => name) : columns
    if (!isRangeable(relation, read, this.#keeper.major)) return undefined
    const pushed = steps && pushedSelect(relation, steps)
    const ask = (statement: string) => this.#ask(statement)
    return describeRangedTable({ relation, columns, identity, ask, ...(pushed && { pushed }) })
  }

  digests(entity: SourceEntity, columns: readonly string[]): readonly string[] {
    const relation = this.#relation(entity)
    // Everything else may return different rows, even in one snapshot, because it may call functions.
    if (relation.kind !== 'table' && relation.kind !== 'partitioned table') return []
    const types = columns.map((name) => relation.columns.find((column) => column.name === name)?.type ?? '')
    return digestsOf(types, this.#opened.encoding)
  }

  async digest(
    { entity, window }: Pick<ReadRequest, 'entity' | 'window'>,
    digest: KeyDigest | undefined,
  ): Promise<RowsFound | undefined> {
    try {
      return await this.#reading(this.#relation(entity), async (session, relation) => {
        const [row] = await session.query(digestStatement(rowsOf(relation, { ...(window && { window }) }), digest))
        return row && rowsFound(row)
      })
    } catch (error) {
      if (error instanceof ConnectorError && error.problem.code === 'SOURCE_CHANGED') return undefined
      throw error
    }
  }

  cellSums(entity: SourceEntity, columns: readonly string[]): CellSums | undefined {
    const { kind, columns: described } = this.#relation(entity)
    if (kind !== 'table' && kind !== 'partitioned table') return undefined
    const types = columns.map((name) => described.find((column) => column.name === name)?.type ?? '')
    return cellSumsOf(types, this.#keeper, this.#opened.encoding)
  }

  estimate(reads: readonly PlannedRead[]): Promise<SourceEstimate> {
    return estimateTables(reads, {
      count: async (read) => (await this.digest(read, undefined))?.rows,
      guess: async ({ entity, window }) =>
        plannedRows(
          await this.#ask(
            `explain (format json) select from ${rowsOf(this.#relation(entity), { ...(window && { window }) })}`,
            this.#relation(entity),
          ),
        ),
    })
  }

  async structure(tables: readonly SourceEntity[]): Promise<DatabaseStructure> {
    const oids = tables.map((table) => this.#relation(table).oid)
    try {
      return await this.#opened.snapshot.describing((keeper) =>
        readStructure((...asked) => keeper.query(...asked), oids, keeper.major),
      )
    } catch (error) {
      throw this.#explain(error)
    }
  }

  keyOrders(entity: SourceEntity, columns: readonly string[]): readonly KeyOrder[] {
    const { kind } = this.#relation(entity)
    return kind === 'table' || kind === 'partitioned table' ? keyOrdersOf(keyColumnsOf(entity.columns, columns)) : []
  }

  async keySpan(entity: SourceEntity, column: string): Promise<KeySpan | undefined> {
    return keySpanOf(await this.#ask(keySpanStatement(rowsOf(this.#relation(entity), {}), column)))
  }

  keySums(entity: SourceEntity, question: KeyQuestion): Promise<readonly KeySum[]> {
    const { columns, values } = question
    const typed = entity.columns.map((column) => ({ ...column, type: behindDomains(column) }))
    const keys = keyColumnsOf(typed, columns)
    const summed = values && keyColumnsOf(typed, values)
    return this.#reading(this.#relation(entity), async (session, relation) => {
      const found = await session.query(keySumsStatement(rowsOf(relation, { keys: question }), keys, question, summed))
      return found.map((row) => keySumOf(row, question))
    })
  }

  rowSums(entity: SourceEntity, columns: readonly string[]): readonly string[] {
    const summed = columns.map((name) => {
      const column = entity.columns.find((own) => own.name === name)
      return { type: column?.type ?? '', isLoose: column?.ignores !== undefined }
    })
    return rowSumsOf(summed, this.#opened.snapshot.keeper.major, this.#opened.encoding)
  }

  async read(request: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number> {
    const { entity, columns, format, pushdown, nativeText } = request
    const relation = this.#relation(entity)
    const statement = copyOutStatement(
      relation,
      columns,
      format,
      request,
      pushdown && pushedSelect(relation, pushdown, nativeText),
      narrowing(relation, request.narrowedTo),
    )
    const look = this.#sayWhoLocks([relation])
    try {
      if (relation.isUnpopulated) throw neverFilled(relation)
      return await this.#opened.snapshot.reading(
        (session) => streamRows(session, { request, relation, statement, onFirst: look, signal }, sink),
        signal,
      )
    } catch (error) {
      signal.throwIfAborted()
      throw this.#explain(error)
    } finally {
      look()
    }
  }

  /** A query of a table in the snapshot of all streams. */
  async #reading<T>(
    relation: Relation,
    work: (session: PostgresSession, relation: Relation) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#opened.snapshot.reading(async (session) => {
        if (relation.storage !== null) await refuseRewritten(session, relation)
        const words = inOwnWords(relation, session)
        if (words !== '') await session.query(words)
        return work(session, relation)
      })
    } catch (error) {
      this.#opened.context.signal.throwIfAborted()
      throw this.#explain(error)
    }
  }

  #sayWhoLocks(relations: readonly RelationName[]): () => void {
    const { credentials, context } = this.#opened
    return sayWhoLocks(relations, { say: context.say, openSession: () => openSession(credentials, context) })
  }

  async close(): Promise<void> {
    await this.#opened.snapshot.close()
  }

  async #ask(statement: string, relation?: Relation): Promise<TextRow> {
    try {
      return await this.#opened.snapshot.ask(relation ? `${inOwnWords(relation, this.#keeper)}${statement}` : statement)
    } catch (error) {
      throw this.#explain(error)
    }
  }

  get #keeper(): PostgresSession {
    return this.#opened.snapshot.keeper
  }

  #relation(entity: SourceEntity): Relation {
    const relation = this.#relations.get(entity.name)
    if (!relation) throw new Error(`"${entity.name}" was not described by this source`)
    return relation
  }

  #explain(error: unknown): Error {
    return postgresError(error, 'source', this.#opened.credentials.password)
  }
}

/** The number of rows that the planner of the server expects. */
function plannedRows(answer: TextRow): number | undefined {
  const [plan] = JSON.parse(answer['QUERY PLAN'] ?? '[]') as readonly {
    readonly Plan?: { readonly 'Plan Rows'?: number }
  }[]
  return plan?.Plan?.['Plan Rows']
}

const neverFilled = (relation: Relation) =>
  new ConnectorError({
    code: 'VIEW_NOT_FILLED',
    message: sentence`The materialized view ${relation.schema}.${relation.name} was never filled.`,
    hint: sentence`Fill it, then run again: REFRESH MATERIALIZED VIEW ${sqlName(relation)}.`,
    retryable: false,
  })

const noCursor = (entity: string, cursor: string, type = 'unknown') =>
  new ConnectorError({
    code: 'CURSOR_NOT_SUPPORTED',
    message: sentence`The column ${cursor} of ${entity} (${type}) cannot show which rows are new.`,
    hint: sentence`Choose a column whose values increase, such as an id or the time of the last change.`,
    retryable: false,
  })
