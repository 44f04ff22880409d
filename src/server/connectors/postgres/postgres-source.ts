import { LOST } from '../../../core/catalog/errors/network-errors.ts'
import { COMMON_TEXT } from '../common-text/value-type.ts'
import type { Connector, ConnectorContext } from '../connector.ts'
import { ConnectorError } from '../connector.ts'
import type { KeyDigest, RowsFound } from '../key-digest.ts'
import { knownProblem } from '../known-problem.ts'
import type { Pushdown } from '../pushdown.ts'
import type { RangedTable } from '../ranges.ts'
import { SessionPool } from '../session-pool.ts'
import type { CursorBounds, PushdownAnswer, ReadRequest, RowSink, Source, SourceEntity } from '../source.ts'
import { COPY_TEXT, copyOutStatement, countStatement, isBinary, pgBinary, rowsOf } from './copy-statement.ts'
import { boundsFound, boundsStatement, isOrdered } from './cursor-window.ts'
import { databaseIdentity } from './database-identity.ts'
import type { Relation } from './describe-relations.ts'
import { describeRelations, STORAGE } from './describe-relations.ts'
import { entityOf } from './entity-of.ts'
import { SET_CONFIG } from './function-call.ts'
import { digestStatement, digestsOf, ENCODING_OF_DATABASE, rowsFound } from './key-digest.ts'
import { openSession } from './open-session.ts'
import { LIMIT_READING_WAITS, sayWhoLocks } from './past-locks.ts'
import type { PostgresCredentials } from './postgres-credentials.ts'
import { postgresCredentials } from './postgres-credentials.ts'
import { postgresError } from './postgres-problem.ts'
import type { PostgresSession, TextRow } from './postgres-session.ts'
import { pushedSelect, suitabilityQuery } from './pushdown-select.ts'
import { SALT_SETTING } from './pushdown-value.ts'
import { quoteLiteral } from './quote-identifier.ts'
import { describeRangedTable, isRangeable } from './ranged-table.ts'
import { parseRelationName, type RelationName, sqlName } from './relation-name.ts'

const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMIT_READING_WAITS}`

/** At each side of a run, so that a server that others use is not crowded. */
const SESSIONS = 4

const inView = (snapshot: string) => `${BEGIN}; SET TRANSACTION SNAPSHOT ${quoteLiteral(snapshot)}`

export const openPostgresSource: NonNullable<Connector['openSource']> = async (endpoint, context, view) => {
  const credentials = postgresCredentials(endpoint)
  const keeper = await openSession(credentials, context)
  try {
    await keeper.query(view === undefined ? BEGIN : inView(view))
    const [row] = await keeper.query('SELECT pg_catalog.pg_export_snapshot() AS snapshot')
    const identity = await databaseIdentity(keeper)
    const [described] = await keeper.query(ENCODING_OF_DATABASE)
    return new PostgresSource({
      keeper,
      snapshot: row?.['snapshot'] ?? '',
      identity,
      encoding: described?.['encoding'] ?? '',
      credentials,
      context,
    })
  } catch (error) {
    await keeper.abandon()
    throw postgresError(error, 'source', credentials.password)
  }
}

interface Opened {
  readonly keeper: PostgresSession
  readonly snapshot: string
  readonly identity: string
  readonly encoding: string
  readonly credentials: PostgresCredentials
  readonly context: ConnectorContext
}

/**
 * One session keeps the snapshot and describes; others, made anew when a stream went wrong, read.
 * So one broken stream neither moves the others to another moment nor ends them.
 */
class PostgresSource implements Source {
  readonly #opened: Opened
  readonly #relations = new Map<string, Relation>()
  /** One more keeps the snapshot. */
  readonly readsAtOnce = SESSIONS - 1
  /** The last question to the keeper, after which the next one may be put. */
  #asked: Promise<unknown> = Promise.resolve()
  readonly #readers = new SessionPool(() => this.#openReader())

  constructor(opened: Opened) {
    this.#opened = opened
  }

  readonly system = 'postgres'
  readonly namespace = 'public'

  get identity(): string {
    return this.#opened.identity
  }

  get view(): string {
    return this.#opened.snapshot
  }

  async entities(only?: readonly string[]): Promise<readonly SourceEntity[]> {
    const wanted = only?.map(parseRelationName)
    const look = this.#sayWhoLocks(wanted ?? [])
    try {
      const relations = await describeRelations(this.#opened.keeper, wanted)
      return relations.map((relation) => {
        const entity = entityOf(relation)
        this.#relations.set(entity.name, relation)
        return entity
      })
    } catch (error) {
      throw this.#explain(error)
    } finally {
      look()
    }
  }

  formats(entity: SourceEntity, columns: readonly string[]): readonly string[] {
    const { columns: known } = this.#relation(entity)
    const isPortable =
      columns.length > 0 && columns.every((name) => known.find((column) => column.name === name)?.isPortable === true)
    return [...(isPortable ? [pgBinary(this.#opened.keeper.major)] : []), COPY_TEXT, COMMON_TEXT]
  }

  async cursorBounds(entity: SourceEntity, cursor: string): Promise<CursorBounds> {
    const relation = this.#relation(entity)
    const column = entity.columns.find(({ name }) => name === cursor)
    if (!column || !isOrdered(column)) throw noCursor(entity.name, cursor, column?.type)
    return boundsFound(await this.#ask(boundsStatement(rowsOf(relation, {}), column, this.#opened.keeper.major)))
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
    const { rows, outside } = await this.#ask(countStatement(relation, pushed, { ...(window && { window }) }))
    return outside === '0' ? { rows: Number(rows) } : undefined
  }

  async ranged(entity: SourceEntity, columns: readonly string[], steps?: Pushdown): Promise<RangedTable | undefined> {
    const { keeper, identity } = this.#opened
    const relation = this.#relation(entity)
    const read = steps ? entity.columns.map(({ name }) => name) : columns
    if (!isRangeable(relation, read, keeper.major)) return undefined
    const pushed = steps && pushedSelect(relation, steps)
    const ask = (statement: string) => this.#ask(statement)
    return describeRangedTable({ relation, columns, identity, ask, ...(pushed && { pushed }) })
  }

  digests(entity: SourceEntity, columns: readonly string[]): readonly string[] {
    const relation = this.#relation(entity)
    // Of anything else the same rows may not come twice, even in one view: functions may be at work.
    if (relation.kind !== 'table' && relation.kind !== 'partitioned table') return []
    const types = columns.map((name) => relation.columns.find((column) => column.name === name)?.type ?? '')
    return digestsOf(types, this.#opened.encoding)
  }

  async digest(
    { entity, window }: Pick<ReadRequest, 'entity' | 'window'>,
    digest: KeyDigest,
  ): Promise<RowsFound | undefined> {
    const relation = this.#relation(entity)
    try {
      const session = await this.#readers.lend()
      if (relation.storage !== null) await refuseRewritten(session, relation)
      const [row] = await session.query(digestStatement(rowsOf(relation, { ...(window && { window }) }), digest))
      await session.query('ROLLBACK TO stream')
      this.#readers.giveBack(session)
      return row && rowsFound(row)
    } catch (error) {
      this.#opened.context.signal.throwIfAborted()
      const explained = this.#explain(error)
      if (explained.problem.code === 'SOURCE_CHANGED') return undefined
      throw explained
    }
  }

  async read(request: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number> {
    const { entity, columns, format, pushdown, asStored } = request
    const relation = this.#relation(entity)
    const statement = copyOutStatement(
      relation,
      columns,
      format,
      request,
      pushdown && pushedSelect(relation, pushdown, asStored),
    )
    // A binary stream has one message more than rows: its trailer.
    const extra = isBinary(format) ? 1 : 0
    let messages = 0
    let reader: PostgresSession | undefined
    const abort = () => void reader?.abandon()
    signal.addEventListener('abort', abort)
    const look = this.#sayWhoLocks([relation])
    try {
      if (relation.isUnpopulated) throw neverFilled(relation)
      reader = await this.#readers.lend()
      signal.throwIfAborted()
      const session = reader
      if (relation.storage !== null) await refuseRewritten(session, relation)
      // Until the savepoint is rolled back.
      if (pushdown) await session.callFunction(SET_CONFIG, [SALT_SETTING, pushdown.salt, 'true'])
      const rows = await session.copyOut(statement, (frames, started) => {
        look()
        const known = Math.max(messages - extra, 0)
        messages += started
        if (sink.write(frames, Math.max(messages - extra, 0) - known)) return
        session.pause()
        void sink.drained().then(() => session.resume())
      })
      if (rows !== messages - extra) throw miscounted(entity.name, rows, messages - extra)
      // Gives up the locks on the table, so that a stream may go on to replace it.
      await session.query('ROLLBACK TO stream')
      this.#readers.giveBack(session)
      return rows
    } catch (error) {
      await reader?.abandon()
      signal.throwIfAborted()
      throw this.#explain(error)
    } finally {
      look()
      signal.removeEventListener('abort', abort)
    }
  }

  #sayWhoLocks(relations: readonly RelationName[]): () => void {
    const { credentials, context } = this.#opened
    return sayWhoLocks(relations, { say: context.say, openSession: () => openSession(credentials, context) })
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.close(), this.#opened.keeper.close()])
  }

  async #openReader(): Promise<PostgresSession> {
    const { credentials, context, snapshot } = this.#opened
    const session = await openSession(credentials, context)
    try {
      await session.query(`${inView(snapshot)}; SAVEPOINT stream`)
      return session
    } catch (error) {
      await session.abandon()
      throw isSnapshotGone(error) ? keeperLost(error) : error
    }
  }

  /** One row out of the keeper's transaction, which has the snapshot that every stream is read from. */
  #ask(statement: string): Promise<TextRow> {
    // One that fails ends what others ask in the same transaction.
    const asked = this.#asked.then(() => this.#askKeeper(statement))
    this.#asked = asked.catch(() => {})
    return asked
  }

  async #askKeeper(statement: string): Promise<TextRow> {
    const { keeper } = this.#opened
    try {
      await keeper.query('SAVEPOINT question')
      const [row] = await keeper.query(statement)
      return row ?? {}
    } catch (error) {
      throw this.#explain(error)
    } finally {
      // Gives locks up again, and lets the other streams ask after a question that failed.
      await keeper.query('ROLLBACK TO question').catch(() => {})
    }
  }

  #relation(entity: SourceEntity): Relation {
    const relation = this.#relations.get(entity.name)
    if (!relation) throw new Error(`"${entity.name}" was not described by this source`)
    return relation
  }

  #explain(error: unknown): ConnectorError {
    return postgresError(error, 'source', this.#opened.credentials.password)
  }
}

/** Nothing else that these statements name could be missing, or be in another state than they need. */
const isSnapshotGone = (error: unknown) =>
  error instanceof Error && 'code' in error && ['42704', '55000'].includes(String(error.code))

/** A snapshot lives as long as the session that made it, so that one was lost. */
const keeperLost = (cause: unknown) => new ConnectorError(knownProblem(LOST), { cause })

/** A table that was truncated or rewritten after the snapshot looks empty to it; moving that would empty the target. */
async function refuseRewritten(session: PostgresSession, relation: Relation): Promise<void> {
  const [row] = await session.query(
    `LOCK TABLE ${sqlName(relation)} IN ACCESS SHARE MODE; SELECT ${STORAGE(String(relation.oid))} AS storage`,
  )
  if (row?.['storage'] === relation.storage) return
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: `${relation.schema}.${relation.name} was emptied or rewritten after the run began.`,
    hint: 'Nothing was changed at the target. Run again.',
    retryable: true,
  })
}

const neverFilled = (relation: Relation) =>
  new ConnectorError({
    code: 'VIEW_NOT_FILLED',
    message: `The materialized view ${relation.schema}.${relation.name} was never filled.`,
    hint: `Fill it, then run again: REFRESH MATERIALIZED VIEW ${sqlName(relation)}.`,
    retryable: false,
  })

const noCursor = (entity: string, cursor: string, type = 'unknown') =>
  new ConnectorError({
    code: 'CURSOR_NOT_SUPPORTED',
    message: `The column ${cursor} of ${entity} (${type}) cannot tell what is new.`,
    hint: 'Choose a column that grows, such as an id or a time of change.',
    retryable: false,
  })

const miscounted = (entity: string, rows: number, messages: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: `The source says it sent ${rows} rows of ${entity}, but ${messages} arrived.`,
    hint: 'Nothing was changed. Run again; if it happens again, report it.',
    retryable: true,
  })
