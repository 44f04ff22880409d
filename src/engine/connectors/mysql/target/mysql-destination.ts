import { CONNECTION_TYPES } from '../../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../../core/catalog/defined.ts'
import { inEnglish, type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { Connector, ConnectorContext } from '../../../ports/connector.ts'
import type {
  Destination,
  ParallelLoads,
  Target,
  TargetPlan,
  TargetRequest,
  TargetSums,
} from '../../../ports/destination.ts'
import type { DryRunTarget } from '../../../ports/dry-run.ts'
import type { PlannedWrite, SideEstimate } from '../../../ports/estimate.ts'
import type { SqlNotation } from '../../../ports/staged-query.ts'
import type { StructureBuilder } from '../../../ports/structure-builder.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { requireKey, sourceKey } from '../../shared/row-key.ts'
import { hasChanged } from '../../shared/target-mismatch.ts'
import { type DatabaseCredentials, databaseCredentials } from '../../sql/database-credentials.ts'
import { estimateWrites } from '../../sql/estimate-tables.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import { patiently, SessionPool } from '../../sql/session-pool.ts'
import type { MysqlSession, ServerFacts } from '../driver/mysql-session.ts'
import { type FenceKey, fenced, type RaisedFence, raiseFences } from '../fence/fence.ts'
import { openDryRunLoad } from '../load/dry-run-load.ts'
import type { LoadContext } from '../load/load-context.ts'
import { openLoad } from '../load/open-load.ts'
import { cellSumsOf } from '../rows/cell-sums.ts'
import { MYSQL_TEXT } from '../rows/field-reading.ts'
import { digestsOf } from '../rows/key-digest.ts'
import { ensureDatabase, hasDatabase } from '../schema/ensure-database.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { entityName, nameWithoutPlace, parseTableName, sqlName, type TableName } from '../schema/table-name.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'
import { ownThreads } from '../session/own-threads.ts'
import { serverIdentity } from '../session/server-identity.ts'
import { type LockObserver, type LockWait, WRITING_PATIENCE_MS, waitForLocks } from '../session/wait-for-locks.ts'
import { mysqlStructure } from '../structure/mysql-structure.ts'
import type { StagedRows } from '../write/violations.ts'
import { columnLimit } from './column-limits.ts'
import { isSourceKey, ownKey } from './own-key.ts'
import { checksOfRows } from './packet-room.ts'
import { planWrite, type WritePlan } from './plan-write.ts'
import { isDenied, type NeededRight, requireRights } from './require-rights.ts'
import { type SurveyedTarget, surveyTargets } from './survey-targets.ts'

const RECONNECT_TIMEOUT_MS = 4_000

/** Limit for each side of a run, so that a shared server is not overloaded. */
const SESSIONS = 4

/** Many targets are described together; a locked one delays the others no longer than this, and is then waited for separately. */
const GLANCE_MS = 5_000

export const openMysqlDestination: NonNullable<Connector['openDestination']> = async (endpoint, context) => {
  const credentials = databaseCredentials(endpoint, 'database')
  const session = await patiently(() => openSession(credentials, 'write', context))
  try {
    const identity = await serverIdentity(session)
    const [row] = await session.query(
      'SELECT @@lower_case_table_names AS folds, @@local_infile AS local_files, @@max_allowed_packet AS packet',
    )
    const facts = {
      identity,
      foldsNames: row?.['folds'] === '1',
      takesInfile: row?.['local_files'] === '1',
      largestRow: row?.['local_files'] === '1' ? Number.POSITIVE_INFINITY : Number(row?.['packet']),
    }
    return new MysqlDestination(session, facts, credentials, context)
  } catch (error) {
    await session.abandon()
    throw mysqlError(error, 'destination', credentials.password)
  }
}

const STAGING: readonly NeededRight[] = ['SELECT', 'INSERT', 'CREATE', 'DROP']
const SWAPPING: readonly NeededRight[] = [...STAGING, 'ALTER']

interface DestinationFacts {
  readonly identity: string
  /** Whether names of tables are case-insensitive. */
  readonly foldsNames: boolean
  readonly takesInfile: boolean
  /** In bytes: LOAD DATA sends a row in several packets, an INSERT in one. */
  readonly largestRow: number
}

class MysqlDestination implements Destination {
  readonly modes = CONNECTION_TYPES.mysql.modes
  readonly serverVersion: string
  readonly #facts: DestinationFacts
  readonly #credentials: DatabaseCredentials
  readonly #context: ConnectorContext
  /** The results of `loads.prepare`, until `prepare` needs them. */
  readonly #prepared = new Map<string, { readonly surveyed: SurveyedTarget; readonly raised: RaisedFence }>()
  readonly #rights = new Map<string, Promise<void>>()
  readonly loads: ParallelLoads = { atOnce: SESSIONS, prepare: (requests) => this.#prepareAll(requests) }
  readonly findsVanished = true
  readonly places = { of: nameWithoutPlace, areKept: false }
  readonly structure: StructureBuilder
  readonly sql: SqlNotation
  readonly #way: LoadContext
  readonly #explained: Explained
  readonly #logged = new Set<string>()

  constructor(
    session: MysqlSession,
    facts: DestinationFacts,
    credentials: DatabaseCredentials,
    context: ConnectorContext,
  ) {
    this.#facts = facts
    this.serverVersion = session.serverVersion
    this.#credentials = credentials
    this.#context = context
    this.#explained = explaining((error) => mysqlError(error, 'destination', credentials.password), context.signal)
    this.sql = notationIn(credentials.database, session.facts)
    const open = () => openSession(credentials, 'write', context)
    const sessions = new SessionPool(open, session)
    this.#way = {
      credentials,
      context,
      sessions,
      takesInfile: facts.takesInfile,
      watching: { log: this.#log, openSession: open, own: ownThreads(context.signal, credentials) },
      reconnect: () =>
        sessions.beside(() =>
          openSession(credentials, 'write', { ...context, signal: AbortSignal.timeout(RECONNECT_TIMEOUT_MS) }),
        ),
    }
    this.structure = mysqlStructure(this.#way, session.facts, this.#explained)
  }

  get identity(): string {
    return this.#facts.identity
  }

  async estimate(writes: readonly PlannedWrite[]): Promise<SideEstimate> {
    return estimateWrites(writes)
  }

  nameOf(target: string): string {
    const name = entityName(parseTableName(target, this.#credentials.database))
    return this.#facts.foldsNames ? name.toLowerCase() : name
  }

  plan(request: TargetRequest): Promise<TargetPlan> {
    return this.#asking(async (session) => {
      const { database } = this.#parse(request)
      const { strategy, columns, notes, widening } = await this.#planned(session, request).catch(
        async (error: unknown) => {
          // Rights to the whole database would include what the server has just refused.
          if (isDenied(error)) await this.#requireRights(session, database, STAGING)
          throw error
        },
      )
      await this.#requireRights(session, database, strategy.standsAlone ? SWAPPING : STAGING)
      const allNotes = [...(strategy.effect === 'created' ? [] : notes), ...this.#notes()]
      return defined({ effect: strategy.effect, columns, notes: allNotes, statement: widening })
    })
  }

  /** MySQL changes a table at once, not in a transaction: somebody may still change it between the two queries. */
  async changeTarget(request: TargetRequest, statement: string): Promise<void> {
    const target = this.#parse(request)
    await this.#asking(async (session) => {
      const { widening } = await this.#planned(session, request)
      if (widening !== statement) throw hasChanged(entityName(target))
      const wait = { targets: [target], patienceMs: WRITING_PATIENCE_MS }
      await this.#waitForLocks(session, wait, () => session.query(statement))
    })
  }

  prepare(request: TargetRequest): Promise<Target> {
    const target = this.#parse(request)
    const fence: FenceKey = { ...request.fence, target }
    return this.#asking(async (session) => {
      const prepared = this.#prepared.get(entityName(target))
      this.#prepared.delete(entityName(target))
      if (!prepared) await ensureDatabase(session, target.database, this.#credentials.database)
      const plan = await this.#planned(session, request, prepared?.surveyed)
      const raised = prepared?.raised ?? (await raiseFences(session, [fence])).get(target.name)
      if (raised === undefined || raised === 'fenced') throw fenced()
      const { committed } = raised
      const checked = checkedTarget(plan, request)
      const keepsAll = request.mode !== 'upsert' || isSourceKey(request)
      const replaced = request.mode === 'upsert' && {
        replaced: requireKey(request.columns, request.key, request.target),
      }
      return {
        ...this.#target(plan, request),
        ...defined({
          removesViolations: checked && true,
          standsAlone: plan.strategy.standsAlone,
          committed,
          leavesOutRepeated: request.overlap && true,
          sums: keepsAll ? stagedSums(plan, this.serverVersion) : undefined,
        }),
        after: plan.after,
        load: (format) =>
          this.#explained(() =>
            openLoad(this.#way, {
              plan,
              fence,
              isAlone: request.mode === 'replace',
              format,
              ...replaced,
              keepsAll,
              key: ownKey(request),
              checked,
              finds: request.finds,
            }),
          ),
      }
    })
  }

  async executeSql(sql: string, mayBegin: () => Promise<void>): Promise<void> {
    await this.#explained(async () => {
      const session = await this.#way.sessions.beside(() => openSession(this.#credentials, 'script', this.#context))
      try {
        await mayBegin()
        await session.query(sql)
      } finally {
        await session.close()
      }
    })
  }

  async #prepareAll(requests: readonly TargetRequest[]): Promise<void> {
    await this.#asking(async (session) => {
      const named = requests.map((request) => ({ ...request, name: this.#parse(request) }))
      for (const [database, own] of Map.groupBy(named, ({ name }) => name.database)) {
        await ensureDatabase(session, database, this.#credentials.database)
        const wait = { targets: own.map(({ name }) => name), patienceMs: GLANCE_MS }
        const surveyed = await this.#waitForLocks(session, wait, () => surveyTargets(session, own))
        const raised = await raiseFences(
          session,
          own.map(({ fence, name }) => ({ ...fence, target: name })),
        )
        for (const { name } of own) {
          const [found, fence] = [surveyed.get(entityName(name)), raised.get(name.name)]
          if (found && fence !== undefined) this.#prepared.set(entityName(name), { surveyed: found, raised: fence })
        }
      }
    })
  }

  prepareDryRun(request: TargetRequest): Promise<DryRunTarget> {
    const target = this.#parse(request)
    const fence: FenceKey = { ...request.fence, target }
    return this.#asking(async (session) => {
      const database = (await hasDatabase(session, target.database)) ? target.database : this.#credentials.database
      const plan = await this.#planned(session, request)
      return {
        ...this.#target(plan, request),
        load: (format) => this.#explained(() => openDryRunLoad(this.#way, { plan, request, fence, database, format })),
      }
    })
  }

  async close(): Promise<void> {
    await this.#way.sessions.close()
  }

  #parse({ target }: Pick<TargetRequest, 'target'>): TableName {
    return parseTableName(this.nameOf(target), this.#credentials.database)
  }

  #target(plan: WritePlan, request: TargetRequest) {
    const { isNew, written, nativeText, required, mayMissValues, ignores, reshaped, notes } = plan
    const isAsStored =
      request.system === 'mysql' && request.computed === undefined && !(request.checksValues && mayMissValues)
    return {
      isNew,
      formats: isAsStored ? [MYSQL_TEXT, COMMON_TEXT] : [COMMON_TEXT],
      columns: written.map(({ column }) => column.name),
      nativeText,
      ignores,
      notes: [...notes, ...this.#notes()],
      // Rows in the stored form of another MySQL fit.
      ...defined({
        reshapes: reshaped.length > 0 || undefined,
        checks: isAsStored
          ? undefined
          : checksOfRows(
              written.map((column) => columnLimit(column, !required.includes(column.column.name))),
              this.#facts.largestRow,
            ),
      }),
    }
  }

  /** Once for all targets of a database. */
  #requireRights(session: MysqlSession, database: string, needed: readonly NeededRight[]): Promise<void> {
    const asked = `${database} ${needed.join()}`
    const answer = this.#rights.get(asked) ?? requireRights(session, database, needed)
    this.#rights.set(asked, answer)
    return answer
  }

  /** Describes the target, if not done before, and decides how rows are written to it. */
  #planned(session: MysqlSession, request: TargetRequest, surveyed?: SurveyedTarget): Promise<WritePlan> {
    const target = this.#parse(request)
    return this.#waitForLocks(session, { targets: [target], patienceMs: WRITING_PATIENCE_MS }, async () => {
      const found = surveyed ?? (await surveyOne(session, request, target))
      return planWrite(session, request, { ...request.fence, target }, found)
    })
  }

  #waitForLocks<T>(
    session: MysqlSession,
    wait: Omit<LockWait, keyof LockObserver>,
    work: () => Promise<T>,
  ): Promise<T> {
    return waitForLocks(session, { ...this.#way.watching, ...wait }, work)
  }

  readonly #log = (message: Sentence) => {
    const english = inEnglish(message)
    if (!this.#logged.has(english)) this.#context.log?.(message)
    this.#logged.add(english)
  }

  #notes(): readonly Sentence[] {
    return this.#facts.takesInfile ? [] : [SLOW]
  }

  #asking<T>(work: (session: MysqlSession) => Promise<T>): Promise<T> {
    return this.#explained(() => this.#way.sessions.through(work))
  }
}

function stagedSums({ written, after }: WritePlan, serverVersion: string): TargetSums {
  const typesOf = (names: readonly string[]) =>
    names.map((name) => written.find(({ column }) => column.name === name)?.type ?? '')
  const areAll = (names: readonly string[]) =>
    names.length === after.length && names.every((name, at) => after[at]?.name === name)
  return {
    digests: (names) => digestsOf(typesOf(names)),
    rows: () => [],
    cells: (names) => cellSumsOf({ serverVersion, types: typesOf(names), areAll: areAll(names) }),
  }
}

const notationIn = (database: string, { isMariaDb }: ServerFacts): SqlNotation =>
  defined({
    readsOnce: isMariaDb ? undefined : (true as const),
    quote: quoteIdentifier,
    literal: quoteLiteral,
    comparesLoosely: true,
    // As bytes, because most collations ignore spaces at the end, utf8mb4_bin too.
    asText: (sql) => `CAST(CAST(${sql} AS CHAR CHARACTER SET utf8mb4) AS BINARY)`,
    tableOf: (target) => sqlName(parseTableName(target, database)),
  })

/** The existing table whose constraints rows may break without failing the load. */
function checkedTarget(
  { strategy, existing, written }: WritePlan,
  { mode, key, columns, overlap }: TargetRequest,
): Omit<StagedRows, 'staging'> | undefined {
  if (!strategy.stagesAll || !existing) return undefined
  return {
    target: existing,
    columns: written.map(({ column, type }) => ({ ...column, type, value: valueTypeOf(type) })),
    keepsRows: mode !== 'replace',
    mayRepeat: overlap !== undefined,
    key: mode === 'upsert' ? (key ?? sourceKey(columns)) : [],
  }
}

async function surveyOne(
  session: MysqlSession,
  { mode }: Pick<TargetRequest, 'mode'>,
  name: TableName,
): Promise<SurveyedTarget> {
  const [surveyed] = (await surveyTargets(session, [{ name, mode }])).values()
  return surveyed ?? { pointing: [], hasHangers: false }
}

const SLOW = sentence`The server does not accept LOAD DATA LOCAL (local_infile is off), so rows are written by INSERT, which is several times slower.`
