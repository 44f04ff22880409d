import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { RowTooLarge } from '../../../formats/row-memory.ts'
import { type Connector, ConnectorError } from '../../../ports/connector.ts'
import type { PlannedRead, SourceEstimate } from '../../../ports/estimate.ts'
import type { Condition, Pushdown } from '../../../ports/pushdown.ts'
import type {
  CursorBounds,
  KeyReader,
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
import { type Refused, refusalOf } from '../../sql/refusal-of.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { COPY_TEXT, copyOutStatement, countStatement, pgBinary, rowsOf } from '../rows/copy-statement.ts'
import { boundsFound, boundsStatement, isOrdered } from '../rows/cursor-window.ts'
import { ENCODING_OF_DATABASE } from '../rows/key-digest.ts'
import { KEY_SQL } from '../rows/key-ranges.ts'
import { describeRangedTable, isRangeable } from '../rows/ranged-table.ts'
import { baseTypeOf } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { parseRelationName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { databaseIdentity } from '../session/database-identity.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { readStructure } from '../structure/read-structure.ts'
import { DescribedRelations } from './described-relations.ts'
import { narrowing, pushedSelect, suitabilityQuery } from './pushdown-select.ts'
import { SharedSnapshot } from './shared-snapshot.ts'
import { sourceSums } from './source-sums.ts'
import { streamRows } from './stream-rows.ts'

/** Limit for each side of a run, so that a shared server is not overloaded. */
const SESSIONS = 4

export const openPostgresSource: NonNullable<Connector['openSource']> = async (endpoint, context, snapshotName) => {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const snapshot = await SharedSnapshot.open(credentials, context, snapshotName)
  try {
    const identity = await databaseIdentity(snapshot.keeper)
    const [described] = await snapshot.keeper.query(ENCODING_OF_DATABASE)
    const encoding = described?.['encoding'] ?? ''
    return new PostgresSource(new DescribedRelations({ snapshot, encoding, credentials, context }), identity)
  } catch (error) {
    await snapshot.keeper.abandon()
    throw postgresError(error, 'source', credentials.password)
  }
}

class PostgresSource implements Source {
  readonly system = 'postgres'
  readonly namespace = 'public'
  readonly identity: string
  readonly serverVersion: string
  /** One additional session keeps the snapshot. */
  readonly reads = { atOnce: SESSIONS - 1, ready: async () => {} }
  readonly ranges: SourceRanges
  readonly sums: SourceSums
  readonly keys: KeyReader
  readonly #relations: DescribedRelations

  constructor(relations: DescribedRelations, identity: string) {
    this.#relations = relations
    this.identity = identity
    this.serverVersion = relations.keeper.serverVersion
    this.ranges = sourceRanges(relations, identity)
    this.sums = sourceSums(relations)
    this.keys = keyReader({
      sql: KEY_SQL,
      isTable: (entity) => relations.isTable(entity),
      columnsOf: ({ columns }) => columns.map((column) => ({ ...column, type: baseTypeOf(column) })),
      rowsOf: (entity, selected) => rowsOf(relations.of(entity), selected),
      reading: (entity, work) => relations.reading(entity, (session) => work((statement) => session.query(statement))),
    })
  }

  entities(only?: readonly string[]): Promise<readonly SourceEntity[]> {
    return this.#relations.describe(only)
  }

  refusal(entity: string, columns: readonly string[]): Promise<Refusal | undefined> {
    return this.#relations.describing((keeper) => readRefusal(keeper, parseRelationName(entity), { entity, columns }))
  }

  formats(entity: SourceEntity, columns: readonly string[]): readonly string[] {
    const { columns: known } = this.#relations.of(entity)
    const isPortable =
      columns.length > 0 && columns.every((name) => known.find((column) => column.name === name)?.isPortable === true)
    return [...(isPortable ? [pgBinary(this.#relations.keeper.major)] : []), COPY_TEXT, COMMON_TEXT]
  }

  async cursorBounds(entity: SourceEntity, cursor: string): Promise<CursorBounds> {
    const relation = this.#relations.of(entity)
    const column = entity.columns.find(({ name }) => name === cursor)
    if (!column || !isOrdered(column)) throw noCursor(entity.name, cursor, column?.type)
    const statement = boundsStatement(rowsOf(relation, {}), column, this.#relations.keeper.major)
    return boundsFound(await this.#relations.ask(statement, relation))
  }

  async moment(): Promise<string> {
    const row = await this.#relations.ask('SELECT pg_catalog.pg_current_snapshot() AS moment')
    return row['moment'] ?? ''
  }

  async pushdown(
    { entity, window }: Pick<ReadRequest, 'entity' | 'window'>,
    steps: Pushdown,
  ): Promise<PushdownAnswer | undefined> {
    const relation = this.#relations.of(entity)
    const pushed = pushedSelect(relation, steps)
    if (!pushed) return undefined
    const { encoding, is_elsewhere: isElsewhere } = await this.#relations.ask(suitabilityQuery(relation))
    if (encoding !== 'UTF8') return undefined
    if (pushed.where.length + pushed.outside.length === 0) return {}
    if (isElsewhere === 't') return undefined
    const statement = countStatement(relation, pushed, defined({ window }))
    const { rows, outside } = await this.#relations.ask(statement, relation)
    return outside === '0' ? { rows: Number(rows) } : undefined
  }

  pushes(entity: SourceEntity, steps: Pushdown): boolean {
    return this.#relations.encoding === 'UTF8' && pushedSelect(this.#relations.of(entity), steps) !== undefined
  }

  narrows(entity: SourceEntity, condition: Condition): boolean {
    // Texts are compared by their bytes.
    return this.#relations.encoding === 'UTF8' && narrowing(this.#relations.of(entity), [condition]).length > 0
  }

  orderOfFirst({ columns }: SourceEntity): readonly string[] {
    return sourceKey(columns)
  }

  estimate(reads: readonly PlannedRead[]): Promise<SourceEstimate> {
    return estimateTables(reads, {
      count: async (read) => (await this.sums.digest(read, undefined))?.rows,
      guess: async ({ entity, window }) => {
        const relation = this.#relations.of(entity)
        const rows = rowsOf(relation, defined({ window }))
        return plannedRows(await this.#relations.ask(`explain (format json) select from ${rows}`, relation))
      },
    })
  }

  structure(tables: readonly SourceEntity[]): Promise<DatabaseStructure> {
    const oids = tables.map((table) => this.#relations.of(table).oid)
    return this.#relations.describing((keeper) =>
      readStructure((...asked) => keeper.query(...asked), oids, keeper.major),
    )
  }

  async read(request: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number> {
    const { entity, columns, format, pushdown, nativeText } = request
    const relation = this.#relations.of(entity)
    const statement = copyOutStatement(
      relation,
      columns,
      format,
      request,
      pushdown && pushedSelect(relation, pushdown, nativeText),
      narrowing(relation, request.narrowedTo),
    )
    const look = this.#relations.logLockHolder([relation])
    const tooLarge = new AbortController()
    const stop = AbortSignal.any([signal, tooLarge.signal])
    // Rows in a form of Postgres pass through in pieces: whoever holds one on its way asks again.
    const onTooLarge = (error: RowTooLarge) => request.format === COMMON_TEXT && tooLarge.abort(error)
    const { askPresent } = this.#relations
    try {
      if (relation.isUnpopulated) throw neverFilled(relation)
      return await this.#relations.snapshot.reading(
        (session) =>
          streamRows(
            session,
            { request, relation, statement, onFirst: look, signal: stop, onTooLarge, askPresent },
            sink,
          ),
        stop,
      )
    } catch (error) {
      stop.throwIfAborted()
      throw this.#relations.explain(error)
    } finally {
      look()
    }
  }

  close(): Promise<void> {
    return this.#relations.snapshot.close()
  }
}

const sourceRanges = (relations: DescribedRelations, identity: string): SourceRanges => ({
  snapshotName: relations.snapshot.name,
  has: () => true,
  async table(entity, columns, steps, window) {
    const relation = relations.of(entity)
    const read = steps ? entity.columns.map(({ name }) => name) : columns
    if (!isRangeable(relation, read, relations.keeper.major)) return undefined
    const pushed = steps && pushedSelect(relation, steps)
    const ask = (statement: string) => relations.ask(statement)
    return describeRangedTable(defined({ relation, columns, identity, ask, pushed, window }))
  },
})

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
  })

const noCursor = (entity: string, cursor: string, type = 'unknown') =>
  new ConnectorError({
    code: 'CURSOR_NOT_SUPPORTED',
    message: sentence`The column ${cursor} of ${entity} (${type}) cannot show which rows are new.`,
    hint: sentence`Choose a column whose values increase, such as an id or the time of the last change.`,
  })

/** Every account may read the catalogue, so it also shows what the account may not read. */
const RIGHTS = `
SELECT current_user AS account,
  pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') AS is_open,
  (SELECT pg_catalog.json_agg(a.attname) FROM pg_catalog.pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND NOT pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')) AS closed
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname = $1 COLLATE "C" AND c.relname = $2 COLLATE "C"`

/** What of a table the account may not read; nothing if the table does not exist. */
async function readRefusal(
  session: PostgresSession,
  { schema, name }: RelationName,
  asked: Omit<Refused, 'account'>,
): Promise<Refusal | undefined> {
  const [row] = await session.query(RIGHTS, [schema, name])
  if (!row) return undefined
  const account = row['account'] ?? ''
  if (row['is_open'] !== 't') return refusalOf({ ...asked, account, columns: [] })
  const closed = JSON.parse(row['closed'] ?? '[]') as readonly string[]
  const columns = asked.columns.filter((column) => closed.includes(column))
  return columns.length > 0 ? refusalOf({ ...asked, account, columns }) : undefined
}
