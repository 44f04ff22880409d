import { CONNECTION_TYPES } from '../../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../../core/catalog/defined.ts'
import { inEnglish, type Sentence } from '../../../../core/catalog/sentence.ts'
import { binaryRows } from '../../../formats/binary-rows/binary-rows.ts'
import type { Connector, ConnectorContext } from '../../../ports/connector.ts'
import type {
  Destination,
  Fence,
  ParallelLoads,
  Target,
  TargetPlan,
  TargetRequest,
  TargetSums,
} from '../../../ports/destination.ts'
import type { DryRunTarget } from '../../../ports/dry-run.ts'
import type { PlannedWrite, SideEstimate } from '../../../ports/estimate.ts'
import type { JoinedRanges, Ranging } from '../../../ports/ranges.ts'
import type { SqlNotation } from '../../../ports/staged-query.ts'
import type { StructureBuilder } from '../../../ports/structure-builder.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { sourceKey } from '../../shared/row-key.ts'
import { hasChanged } from '../../shared/target-mismatch.ts'
import { type DatabaseCredentials, databaseCredentials } from '../../sql/database-credentials.ts'
import { estimateWrites } from '../../sql/estimate-tables.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import { patiently, SessionPool } from '../../sql/session-pool.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { blockOlderAttempts } from '../fence/block-older-attempts.ts'
import { type FenceKey, fenced, type RaisedFence } from '../fence/fence.ts'
import { rangesName } from '../fence/range-ledger.ts'
import { openDryRunLoad } from '../load/dry-run-load.ts'
import { joinRanges } from '../load/joined-ranges.ts'
import { isSeenByAll } from '../load/older-views.ts'
import { type LoadContext, type LoadRequest, openLoad, openLoadOfRanges } from '../load/open-load.ts'
import { cellSumsOf } from '../rows/cell-sums.ts'
import { COPY_TEXT, pgBinary } from '../rows/copy-statement.ts'
import { digestsOf, ENCODING_OF_DATABASE } from '../rows/key-digest.ts'
import { rowSumsOf } from '../rows/key-ranges.ts'
import { checkSchema, createSchema } from '../schema/check-schema.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { entityName, nameInDefaultSchema, parseRelationName, sqlName } from '../schema/relation-name.ts'
import { databaseIdentity } from '../session/database-identity.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError, postgresErrorInSql } from '../session/postgres-problem.ts'
import { settingsOfPeople } from '../session/settings-of-people.ts'
import { LIMIT_LOCK_WAITS, type LockWait, waitForLocks } from '../session/wait-for-locks.ts'
import { postgresStructure } from '../structure/postgres-structure.ts'
import type { PlannedTable } from '../write/table-definition.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { createTypes } from './create-types.ts'
import { planWrite, type WritePlan } from './plan-write.ts'
import { checksOfRows } from './row-room.ts'
import { type SurveyedTarget, surveyTargets } from './survey-targets.ts'

export const openPostgresDestination: NonNullable<Connector['openDestination']> = async (endpoint, context) => {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const session = await patiently(() => openSession(credentials, context))
  try {
    return new PostgresDestination(session, await databaseIdentity(session), credentials, context)
  } catch (error) {
    await session.abandon()
    throw postgresError(error, 'destination', credentials.password)
  }
}

const RECONNECT_TIMEOUT_MS = 15_000

/** Limit for each side of a run, so that a shared server is not overloaded. */
const SESSIONS = 4

/** A transaction that has kept a snapshot for this long may well keep it until the rows have arrived. */
const LONGEST_GLANCE_MS = 300

class PostgresDestination implements Destination {
  readonly identity: string
  readonly serverVersion: string
  readonly modes = CONNECTION_TYPES.postgres.modes
  readonly #credentials: DatabaseCredentials
  readonly #context: ConnectorContext
  /** The results of `loads.prepare`, until `prepare` needs them. */
  readonly #prepared = new Map<string, { readonly surveyed: SurveyedTarget; readonly raised: RaisedFence }>()
  readonly #knownTypes = new Set<string>()
  readonly #logged = new Set<string>()
  #encoding: string | undefined
  readonly loads: ParallelLoads = { atOnce: SESSIONS, prepare: (requests) => this.#prepareAll(requests) }
  readonly places = { of: nameInDefaultSchema, areKept: true }
  readonly findsVanished = true
  readonly structure: StructureBuilder
  readonly sql = NOTATION
  readonly #way: LoadContext
  readonly #explained: Explained

  constructor(session: PostgresSession, identity: string, credentials: DatabaseCredentials, context: ConnectorContext) {
    this.identity = identity
    this.serverVersion = session.serverVersion
    this.#credentials = credentials
    this.#context = context
    this.#explained = explaining((error) => postgresError(error, 'destination', credentials.password), context.signal)
    const sessions = new SessionPool(() => openSession(credentials, context), session)
    this.#way = {
      credentials,
      context,
      sessions,
      log: this.#log,
      reconnect: () =>
        sessions.beside(() =>
          openSession(credentials, { ...context, signal: AbortSignal.timeout(RECONNECT_TIMEOUT_MS) }),
        ),
    }
    this.structure = postgresStructure(this.#way, this.#explained)
  }

  async estimate(writes: readonly PlannedWrite[]): Promise<SideEstimate> {
    return estimateWrites(writes)
  }

  nameOf(target: string): string {
    return entityName(parseRelationName(target))
  }

  async plan(request: TargetRequest): Promise<TargetPlan> {
    const target = parseRelationName(request.target)
    return this.#asking(async (session) => {
      await checkSchema(session, target.schema)
      const surveyed = await this.#survey(session, request)
      const plan = await planWrite(session, request, { ...request.fence, target }, surveyed)
      const { strategy, columns, notes, widening, ignores } = plan
      const told = strategy.effect === 'created' ? [] : notes
      return defined({
        effect: strategy.effect,
        columns,
        notes: told,
        ignores,
        statement: widening !== '' ? widening : undefined,
      })
    })
  }

  async changeTarget(request: TargetRequest, statement: string): Promise<void> {
    const target = parseRelationName(request.target)
    await this.#asking((session) =>
      waitForLocks(session, { targets: [target], log: this.#log }, async () => {
        await session.query(`BEGIN; ${LIMIT_LOCK_WAITS}; LOCK TABLE ${sqlName(target)} IN ACCESS EXCLUSIVE MODE`)
        try {
          const [surveyed] = (await surveyTargets(session, [request], this.#knownTypes)).values()
          const plan = surveyed && (await planWrite(session, request, { ...request.fence, target }, surveyed))
          if (plan?.widening !== statement) throw hasChanged(entityName(target))
          await session.query(statement)
        } catch (error) {
          await session.query('ROLLBACK')
          throw error
        }
        await session.query('COMMIT')
      }),
    )
  }

  async prepareDryRun(request: TargetRequest): Promise<DryRunTarget> {
    const target = parseRelationName(request.target)
    return this.#asking(async (session) => {
      const hasSchema = await checkSchema(session, target.schema)
      const surveyed = await this.#survey(session, request)
      const plan = await planWrite(session, request, { ...request.fence, target }, surveyed)
      const { written, notes, isNew, nativeText } = plan
      return {
        isNew,
        columns: written,
        nativeText,
        ignores: plan.ignores,
        notes,
        formats: formatsOf(session, request, plan),
        ...defined({ checks: await checksOf(session, request, plan) }),
        load: (format) =>
          this.#explained(async () => {
            const own = await this.#way.sessions.acquire()
            const secret = this.#credentials.password
            return openDryRunLoad({ session: own, plan, request, target, hasSchema, format, secret })
          }),
      }
    })
  }

  async prepare(request: TargetRequest): Promise<Target> {
    const name = parseRelationName(request.target)
    const key: FenceKey = { ...request.fence, target: name }
    return this.#asking(async (session) => {
      const prepared = this.#prepared.get(entityName(name))
      this.#prepared.delete(entityName(name))
      if (!prepared && !(await checkSchema(session, name.schema))) await createSchema(session, name.schema)
      const surveyed = prepared?.surveyed ?? (await this.#survey(session, request))
      const planned = await planWrite(session, request, key, surveyed)
      const raised = prepared?.raised ?? (await blockOlderAttempts(session, name.schema, [key])).get(name.name)
      if (raised === undefined || raised === 'fenced') throw fenced()
      const { committed } = raised
      // Before the rows of any table are sent, because otherwise the rename of the key would look like a change.
      for (const statement of planned.givingWay) await session.query(statement)
      const plan = committed
        ? planned
        : await createTypes(session, planned, () => planWrite(session, request, key, surveyed))
      const { strategy, written, notes, isNew, nativeText, vanishing } = plan
      const lasting = strategy.lasting?.(rangesName(key.flowId, name).name)
      const { finds } = request
      const described = this.#describedTable({ surveyed, plan }, request, key)
      const { checked, ...removing } = checkedTarget(request, strategy, surveyed.relation)
      return {
        formats: formatsOf(session, request, plan),
        columns: written,
        nativeText,
        isNew,
        after: plan.after,
        ignores: plan.ignores,
        notes,
        ...defined({
          committed,
          reshapes: plan.reshaped.length > 0 || undefined,
          leavesOutRepeated: request.overlap && true,
          checks: await checksOf(session, request, plan),
          sums: strategy.isNew ? stagedSums(plan, session, await this.#encodingOf(session)) : undefined,
        }),
        ...removing,
        load: (format) =>
          this.#explained(() =>
            openLoad(this.#way, {
              strategy,
              fence: key,
              isAlone: request.mode === 'replace',
              planned: described,
              columns: written,
              format,
              checked,
              vanishing,
              finds,
            }),
          ),
        ...(lasting && {
          standsAlone: true as const,
          ranges: {
            isSeenByAll: () => this.#asking((asked) => isSeenByAll(asked, LONGEST_GLANCE_MS)),
            load: (format: string, ranging: Ranging) =>
              this.#explained(() =>
                openLoadOfRanges(this.#way, {
                  ...ranging,
                  strategy,
                  lasting,
                  fence: key,
                  planned: described,
                  columns: written,
                  format,
                  finds,
                }),
              ),
          },
        }),
      }
    })
  }

  async #prepareAll(requests: readonly TargetRequest[]): Promise<void> {
    await this.#asking(async (session) => {
      const named = requests.map((request) => ({ request, name: parseRelationName(request.target) }))
      for (const [schema, own] of Map.groupBy(named, ({ name }) => name.schema)) {
        if (!(await checkSchema(session, schema))) await createSchema(session, schema)
        const surveyed = await this.#surveyAll(
          session,
          own.map(({ request }) => request),
          // A locked table delays the others no longer than this.
          { tries: 1 },
        )
        const keys = own.map(({ request, name }) => ({ ...request.fence, target: name }))
        const raised = await blockOlderAttempts(session, schema, keys)
        for (const { name } of own) {
          const [found, fence] = [surveyed.get(entityName(name)), raised.get(name.name)]
          if (found && fence !== undefined) this.#prepared.set(entityName(name), { surveyed: found, raised: fence })
        }
      }
    })
  }

  async joinRanges(loadId: string, fence: Fence, assistant: string): Promise<JoinedRanges> {
    const open = () => openSession(this.#credentials, this.#context)
    return joinRanges({ loadId, fence, assistant, secret: this.#credentials.password, openSession: open })
  }

  async executeSql(sql: string, mayBegin: () => Promise<void>): Promise<void> {
    await this.#explained(async () => {
      const session = await this.#way.sessions.beside(() => openSession(this.#credentials, this.#context))
      try {
        await session.query(settingsOfPeople(session))
        await mayBegin()
        // Without values, so that the server takes several statements, as one transaction unless they say otherwise.
        await session.query(sql)
      } catch (error) {
        throw postgresErrorInSql(error, sql, this.#credentials.password)
      } finally {
        await session.close()
      }
    })
  }

  async close(): Promise<void> {
    await this.#way.sessions.close()
  }

  /** Nothing if there is no table yet. */
  #describedTable(planned: Planned, request: TargetRequest, fence: FenceKey): PlannedTable | undefined {
    const { relation, definition } = planned.surveyed
    return (
      relation && {
        target: fence.target,
        definition,
        isStill: async (asked) => {
          const [surveyed] = (await surveyTargets(asked, [request], this.#knownTypes)).values()
          const plan = surveyed && (await planWrite(asked, request, fence, surveyed))
          return surveyed !== undefined && plan !== undefined && isSamePlan(planned, { surveyed, plan })
        },
      }
    )
  }

  async #survey(session: PostgresSession, request: TargetRequest): Promise<SurveyedTarget> {
    const [surveyed] = (await this.#surveyAll(session, [request], {})).values()
    return surveyed ?? { knownTypes: this.#knownTypes }
  }

  /** Sizes and indexes of a table cannot be read while it is locked. */
  #surveyAll(
    session: PostgresSession,
    requests: readonly TargetRequest[],
    patience: Pick<LockWait, 'tries'>,
  ): Promise<Map<string, SurveyedTarget>> {
    const targets = requests.map(({ target }) => parseRelationName(target))
    return waitForLocks(session, { targets, log: this.#log, ...patience }, async () => {
      await session.query(`BEGIN; ${LIMIT_LOCK_WAITS}`)
      const surveyed = await surveyTargets(session, requests, this.#knownTypes)
      await session.query('ROLLBACK')
      return surveyed
    })
  }

  async #encodingOf(session: PostgresSession): Promise<string> {
    this.#encoding ??= (await session.query(ENCODING_OF_DATABASE))[0]?.['encoding'] ?? ''
    return this.#encoding
  }

  readonly #log = (message: Sentence) => {
    const english = inEnglish(message)
    if (!this.#logged.has(english)) this.#context.log?.(message)
    this.#logged.add(english)
  }

  #asking<T>(work: (session: PostgresSession) => Promise<T>): Promise<T> {
    return this.#explained(() => this.#way.sessions.through(work))
  }
}

/** A plan with what it was made from. */
interface Planned {
  readonly surveyed: SurveyedTarget
  readonly plan: WritePlan
}

/** Whether two plans are the same but for the size of the table. */
const isSamePlan = (...plans: readonly Planned[]): boolean =>
  new Set(
    plans.map(({ surveyed: { relation, facts }, plan }) =>
      JSON.stringify([{ ...relation, estimatedRows: null, bytes: null, storage: null }, facts, plan]),
    ),
  ).size === 1

const NOTATION: SqlNotation = {
  quote: quoteIdentifier,
  literal: quoteLiteral,
  asText: (sql) => `CAST(${sql} AS text) COLLATE "C"`,
  tableOf: (target) => sqlName(parseRelationName(target)),
}

/** The existing table whose constraints rows may break without failing the load. */
function checkedTarget(
  { checksValues, mode, key, columns, overlap }: TargetRequest,
  { isNew }: Pick<WriteStrategy, 'isNew'>,
  target: Relation | undefined,
): Pick<LoadRequest, 'checked'> & Pick<Target, 'removesViolations'> {
  if (!checksValues || !isNew || !target) return { checked: undefined }
  const keyed = mode === 'upsert' ? (key ?? sourceKey(columns)) : []
  const rows = { keepsRows: mode !== 'replace', mayRepeat: overlap !== undefined, key: keyed }
  return { checked: { target, ...rows }, removesViolations: true }
}

/** Values in stored form fit a column of the same type. */
const checksOf = async (session: PostgresSession, { system }: TargetRequest, plan: WritePlan) =>
  system === 'postgres' && plan.isExact ? undefined : checksOfRows(session, plan)

function stagedSums(
  { columns, ignores }: WritePlan,
  session: Pick<PostgresSession, 'major' | 'currency'>,
  encoding: string,
): TargetSums {
  const typesOf = (names: readonly string[]) =>
    names.map((name) => columns.find((column) => column.name === name)?.type ?? '')
  return {
    digests: (names) => digestsOf(typesOf(names), encoding),
    rows: (names) => {
      const types = typesOf(names)
      const summed = names.map((name, at) => ({ type: types[at] ?? '', isLoose: ignores[name] !== undefined }))
      return rowSumsOf(summed, session.major, encoding)
    },
    cells: (names) => cellSumsOf(typesOf(names), session, encoding),
  }
}

/** Values in stored form go unchanged into columns of the same types; rows that are sent again have none. */
function formatsOf(
  { major }: PostgresSession,
  { system }: TargetRequest,
  { isExact, types }: WritePlan,
): readonly string[] {
  if (system === 'postgres') return isExact ? [pgBinary(major), COPY_TEXT, COMMON_TEXT] : [COMMON_TEXT]
  return [...binaryRows(types), COMMON_TEXT]
}
