import { CONNECTION_TYPES } from '../../../core/catalog/connection-types.ts'
import { COMMON_TEXT } from '../common-text/value-type.ts'
import type { Connector, ConnectorContext } from '../connector.ts'
import type { Destination, Load, Target, TargetPlan, TargetRequest } from '../destination.ts'
import type { RehearsedTarget } from '../rehearsal.ts'
import { requireKey } from '../row-key.ts'
import { limitsOfRow } from '../row-limits.ts'
import { SessionPool } from '../session-pool.ts'
import { columnLimit } from './column-limits.ts'
import { ensureDatabase, hasDatabase } from './ensure-database.ts'
import type { FenceKey, FurtherPart, RaisedFence } from './fence.ts'
import { fenced, giveUpLock, ownTable, raiseFences, refuseStale, takeLock } from './fence.ts'
import { MYSQL_TEXT } from './field-reading.ts'
import { fieldWriting } from './field-writing.ts'
import { openFurtherSession } from './further-session.ts'
import { digestsOf } from './key-digest.ts'
import { CommonLoadText, PlainLoadText } from './load-text.ts'
import { LET_ROWS_WAIT, LOCK_WAITS } from './lock-waits.ts'
import type { MysqlCredentials } from './mysql-credentials.ts'
import { mysqlCredentials } from './mysql-credentials.ts'
import { MysqlLoad } from './mysql-load.ts'
import { mysqlError } from './mysql-problem.ts'
import type { MysqlSession } from './mysql-session.ts'
import { openSession } from './open-session.ts'
import { isSourceKey, ownKey } from './own-key.ts'
import { parallelIntake } from './parallel-intake.ts'
import type { LandingPlan } from './plan-landing.ts'
import { planLanding } from './plan-landing.ts'
import { openRehearsal } from './rehearsal-load.ts'
import type { IntakeOptions, RowIntake } from './row-intake.ts'
import { infileIntake, insertIntake } from './row-intake.ts'
import { serverIdentity } from './server-identity.ts'
import { type SurveyedTarget, surveyTargets } from './survey-targets.ts'
import type { TableName } from './table-name.ts'
import { entityName, nameWithoutPlace, parseTableName, sqlName } from './table-name.ts'
import { takeAwayAnew } from './take-away.ts'
import { textCharacterSet } from './text-character-set.ts'

/** What common text cannot mean is refused; tables of MySQL may hold it, and get it from another MySQL as it is. */
const NO_ZERO_DATES = `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO'`

/** As a session begins; one that brought rows of another format before has forgotten it. */
const ANY_DATES = `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES'`

const datesOf = (format: string) => (format === COMMON_TEXT ? NO_ZERO_DATES : ANY_DATES)

const RECONNECT_TIMEOUT_MS = 4_000

/** At each side of a run, so that a server that others use is not crowded. */
const SESSIONS = 4

export const openMysqlDestination: NonNullable<Connector['openDestination']> = async (endpoint, context) => {
  const credentials = mysqlCredentials(endpoint)
  const session = await openSession(credentials, 'write', context)
  try {
    const identity = await serverIdentity(session)
    const [row] = await session.query('SELECT @@lower_case_table_names AS folds, @@local_infile AS local_files')
    const facts = { identity, foldsNames: row?.['folds'] === '1', takesInfile: row?.['local_files'] === '1' }
    return new MysqlDestination(session, facts, credentials, context)
  } catch (error) {
    await session.abandon()
    throw mysqlError(error, 'destination', credentials.password)
  }
}

interface DestinationFacts {
  readonly identity: string
  /** Whether names of tables are the same in upper and lower case. */
  readonly foldsNames: boolean
  readonly takesInfile: boolean
}

/** How rows wait. */
interface StagedRows {
  /** Columns of which the last one of several rows that are equal there stays. Absent: all stay. */
  readonly replaced?: readonly string[]
  /** Whether every row waits as one of its own. */
  readonly keepsAll: boolean
  /** Columns that no two rows have in common; empty if that is not known. */
  readonly key: readonly string[]
}

class MysqlDestination implements Destination {
  readonly modes = CONNECTION_TYPES.mysql.modes
  readonly #facts: DestinationFacts
  readonly #credentials: MysqlCredentials
  readonly #context: ConnectorContext
  /** What `prepareAll` has found out, until `prepare` asks for it. */
  readonly #prepared = new Map<string, { readonly surveyed: SurveyedTarget; readonly raised: RaisedFence }>()
  readonly loadsAtOnce = SESSIONS
  readonly #sessions: SessionPool<MysqlSession>

  constructor(
    session: MysqlSession,
    facts: DestinationFacts,
    credentials: MysqlCredentials,
    context: ConnectorContext,
  ) {
    this.#facts = facts
    this.#credentials = credentials
    this.#context = context
    this.#sessions = new SessionPool(() => openSession(credentials, 'write', context), session)
  }

  get identity(): string {
    return this.#facts.identity
  }

  nameOf(target: string): string {
    const name = entityName(parseTableName(target, this.#credentials.database))
    return this.#facts.foldsNames ? name.toLowerCase() : name
  }

  ownPlaceOf(entity: string, namespace: string | undefined): string {
    return nameWithoutPlace(entity, namespace)
  }

  plan(request: TargetRequest): Promise<TargetPlan> {
    const target = this.#parse(request)
    return this.#asking(async (session) => {
      const surveyed = await surveyOne(session, request, target)
      const { landing, columns, notes } = await planLanding(session, request, { ...request.fence, target }, surveyed)
      const told = landing.effect === 'created' ? [] : notes
      return { effect: landing.effect, columns, notes: [...told, ...this.#notes()] }
    })
  }

  prepare(request: TargetRequest): Promise<Target> {
    const target = this.#parse(request)
    const fence: FenceKey = { ...request.fence, target }
    return this.#asking(async (session) => {
      const prepared = this.#prepared.get(entityName(target))
      this.#prepared.delete(entityName(target))
      if (!prepared) await ensureDatabase(session, target.database, this.#credentials.database)
      const surveyed = prepared?.surveyed ?? (await surveyOne(session, request, target))
      const plan = await planLanding(session, request, fence, surveyed)
      const raised = prepared?.raised ?? (await raiseFences(session, [fence])).get(target.name)
      if (raised === undefined || raised === 'fenced') throw fenced()
      const { committed } = raised
      const keepsAll = request.mode !== 'upsert' || isSourceKey(request)
      const replaced = request.mode === 'upsert' && {
        replaced: requireKey(request.columns, request.key, request.target),
      }
      return {
        ...this.#target(plan, request),
        ...(plan.landing.standsAlone && { standsAlone: true as const }),
        ...(committed && { committed }),
        ...(request.overlap && { leavesOutRepeated: true as const }),
        ...(keepsAll && {
          digests: (names: readonly string[]) =>
            digestsOf(names.map((name) => plan.written.find(({ column }) => column.name === name)?.type ?? '')),
        }),
        load: (format) => this.#load(plan, fence, format, { ...replaced, keepsAll, key: ownKey(request) }),
      }
    })
  }

  async prepareAll(requests: readonly TargetRequest[]): Promise<void> {
    await this.#asking(async (session) => {
      const named = requests.map((request) => ({ ...request, name: this.#parse(request) }))
      for (const [database, own] of Map.groupBy(named, ({ name }) => name.database)) {
        await ensureDatabase(session, database, this.#credentials.database)
        const surveyed = await surveyTargets(session, own)
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

  rehearse(request: TargetRequest): Promise<RehearsedTarget> {
    const target = this.#parse(request)
    const fence: FenceKey = { ...request.fence, target }
    return this.#asking(async (session) => {
      const database = (await hasDatabase(session, target.database)) ? target.database : this.#credentials.database
      const plan = await planLanding(session, request, fence, await surveyOne(session, request, target))
      return {
        ...this.#target(plan, request),
        load: (format) =>
          this.#explained(async () => {
            const own = await this.#sessions.lend()
            const { fields, text } = textOf(plan, format)
            const openIntake = async (table: string) => {
              await own.query(datesOf(format))
              return this.#intake(own, { table, fields, replaces: request.mode === 'upsert', characterSet: 'utf8mb4' })
            }
            const secret = this.#credentials.password
            const reconnect = this.#reconnect
            return openRehearsal({ session: own, plan, request, fence, database, openIntake, text, secret, reconnect })
          }),
      }
    })
  }

  async close(): Promise<void> {
    await this.#sessions.close()
  }

  #parse({ target }: Pick<TargetRequest, 'target'>): TableName {
    return parseTableName(this.nameOf(target), this.#credentials.database)
  }

  #target({ isNew, written, asStored, required, notes }: LandingPlan, request: TargetRequest) {
    const isAsStored = request.system === 'mysql' && request.made === undefined
    return {
      isNew,
      formats: isAsStored ? [MYSQL_TEXT, COMMON_TEXT] : [COMMON_TEXT],
      columns: written.map(({ column }) => column.name),
      asStored,
      notes: [...notes, ...this.#notes()],
      // What comes as it is stored, from another MySQL, fits.
      ...(!isAsStored && {
        refuses: limitsOfRow(written.map((column) => columnLimit(column, !required.includes(column.column.name)))),
      }),
    }
  }

  #intake(session: MysqlSession, options: IntakeOptions): Promise<RowIntake> {
    return (this.#facts.takesInfile ? infileIntake : insertIntake)(session, options)
  }

  readonly #reconnect = () =>
    openSession(this.#credentials, 'write', { ...this.#context, signal: AbortSignal.timeout(RECONNECT_TIMEOUT_MS) })

  #notes(): readonly string[] {
    return this.#facts.takesInfile ? [] : [SLOW]
  }

  #load(plan: LandingPlan, fence: FenceKey, format: string, { replaced, keepsAll, key }: StagedRows): Promise<Load> {
    const { landing } = plan
    const { fields, text } = textOf(plan, format)
    return this.#explained(async () => {
      const session = await this.#sessions.lend()
      try {
        await takeLock(session, fence)
        await refuseStale(session, fence)
        await session.query(LOCK_WAITS)
        await landing.stage(session)
        await session.query(datesOf(format))
        const staging = ownTable(fence, 'staging')
        const characterSet = await textCharacterSet(session, staging)
        const options = { table: sqlName(staging), fields, replaces: replaced !== undefined, characterSet }
        const canShare = this.#facts.takesInfile && keepsAll
        const intake = canShare
          ? await parallelIntake(session, options, (part) => this.#openFurther(part, fence, key, format))
          : await this.#intake(session, options)
        const giveBack = async () => {
          await giveUpLock(session, fence)
          this.#sessions.giveBack(session)
        }
        const secret = this.#credentials.password
        const reconnect = this.#reconnect
        return new MysqlLoad({
          session,
          intake,
          text,
          landing,
          fence,
          keepsAll,
          ...(replaced && { replaced }),
          secret,
          reconnect,
          giveBack,
        })
      } catch (error) {
        await session.abandon()
        // Making a table is no part of a transaction.
        await takeAwayAnew(this.#reconnect, fence)
        throw error
      }
    })
  }

  #openFurther(
    part: FurtherPart,
    fence: FenceKey,
    key: readonly string[],
    format: string,
  ): Promise<MysqlSession | undefined> {
    const open = async () => {
      const session = await openSession(this.#credentials, 'write', this.#context)
      for (const setting of [LOCK_WAITS, LET_ROWS_WAIT, datesOf(format)]) await session.query(setting)
      return session
    }
    return openFurtherSession(open, fence, part, key)
  }

  #asking<T>(work: (session: MysqlSession) => Promise<T>): Promise<T> {
    return this.#explained(() => this.#sessions.through(work))
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#context.signal.throwIfAborted()
      throw mysqlError(error, 'destination', this.#credentials.password)
    }
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

/** How rows of a format are written for the server. */
function textOf({ written, asStored }: LandingPlan, format: string) {
  const fields = written.map((column) =>
    fieldWriting(column, asStored.includes(column.column.name) ? MYSQL_TEXT : format),
  )
  const text = format === COMMON_TEXT ? new CommonLoadText(fields.map(({ change }) => change)) : new PlainLoadText()
  return { fields, text }
}

const SLOW =
  'The server does not take LOAD DATA LOCAL (local_infile is off), so rows go in by INSERT, which is several times slower.'
