import { CONNECTION_TYPES } from '../../../core/catalog/connection-types.ts'
import { COMMON_TEXT } from '../common-text/value-type.ts'
import type { Connector, ConnectorContext } from '../connector.ts'
import { ConnectorError } from '../connector.ts'
import type { Destination, Load, Target, TargetPlan, TargetRequest } from '../destination.ts'
import { sourceKey } from '../row-key.ts'
import { limitsOfRow } from '../row-limits.ts'
import { columnLimit } from './column-limits.ts'
import type { FenceKey } from './fence.ts'
import { ownTable, raiseFence, refuseStale, takeLock } from './fence.ts'
import { MYSQL_TEXT } from './field-reading.ts'
import { fieldWriting } from './field-writing.ts'
import { digestsOf } from './key-digest.ts'
import { CommonLoadText, PlainLoadText } from './load-text.ts'
import type { MysqlCredentials } from './mysql-credentials.ts'
import { mysqlCredentials } from './mysql-credentials.ts'
import { MysqlLoad } from './mysql-load.ts'
import { mysqlError } from './mysql-problem.ts'
import type { MysqlSession } from './mysql-session.ts'
import { openSession } from './open-session.ts'
import type { LandingPlan } from './plan-landing.ts'
import { planLanding } from './plan-landing.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { infileIntake, insertIntake } from './row-intake.ts'
import { serverIdentity } from './server-identity.ts'
import { entityName, parseTableName, sqlName } from './table-name.ts'

/** In seconds; each is tried again, so that readers never wait long behind us. */
const LOCK_WAITS = 'SET SESSION lock_wait_timeout = 1, innodb_lock_wait_timeout = 5'

/** What common text cannot mean is refused; tables of MySQL may hold it, and get it from another MySQL as it is. */
const NO_ZERO_DATES = `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO'`

const RECONNECT_TIMEOUT_MS = 4_000

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

class MysqlDestination implements Destination {
  readonly modes = CONNECTION_TYPES.mysql.modes
  readonly #facts: DestinationFacts
  readonly #credentials: MysqlCredentials
  readonly #context: ConnectorContext
  /** Made anew when a stream went wrong: closing it is the surest way to have the server take everything back. */
  #session: MysqlSession

  constructor(
    session: MysqlSession,
    facts: DestinationFacts,
    credentials: MysqlCredentials,
    context: ConnectorContext,
  ) {
    this.#session = session
    this.#facts = facts
    this.#credentials = credentials
    this.#context = context
  }

  get identity(): string {
    return this.#facts.identity
  }

  nameOf(target: string): string {
    const name = entityName(parseTableName(target, this.#credentials.database))
    return this.#facts.foldsNames ? name.toLowerCase() : name
  }

  plan(request: TargetRequest): Promise<TargetPlan> {
    const target = parseTableName(this.nameOf(request.target), this.#credentials.database)
    return this.#explained(async () => {
      const session = await this.#openSession()
      const { landing, columns, notes } = await planLanding(session, request, { ...request.fence, target })
      const told = landing.effect === 'created' ? [] : notes
      return { effect: landing.effect, columns, notes: [...told, ...this.#notes()] }
    })
  }

  prepare(request: TargetRequest): Promise<Target> {
    const target = parseTableName(this.nameOf(request.target), this.#credentials.database)
    const fence: FenceKey = { ...request.fence, target }
    return this.#explained(async () => {
      const session = await this.#openSession()
      await ensureDatabase(session, target.database, this.#credentials.database)
      const plan = await planLanding(session, request, fence)
      const committed = await raiseFence(session, fence)
      const isAsStored = request.system === 'mysql' && request.made === undefined
      const keepsAll = request.mode !== 'upsert' || isSourceKey(request)
      return {
        isNew: plan.isNew,
        ...(committed && { committed }),
        formats: isAsStored ? [MYSQL_TEXT, COMMON_TEXT] : [COMMON_TEXT],
        columns: plan.written.map(({ column }) => column.name),
        asStored: plan.asStored,
        notes: [...plan.notes, ...this.#notes()],
        // What comes as it is stored, from another MySQL, fits.
        ...(!isAsStored && {
          refuses: limitsOfRow(
            plan.written.map((written) => columnLimit(written, !plan.required.includes(written.column.name))),
          ),
        }),
        ...(keepsAll && {
          digests: (names: readonly string[]) =>
            digestsOf(names.map((name) => plan.written.find(({ column }) => column.name === name)?.type ?? '')),
        }),
        load: (format) => this.#load(plan, fence, format, { replaces: request.mode === 'upsert', keepsAll }),
      }
    })
  }

  async close(): Promise<void> {
    await this.#session.close()
  }

  #notes(): readonly string[] {
    return this.#facts.takesInfile ? [] : [SLOW]
  }

  #load(
    { landing, written, asStored }: LandingPlan,
    fence: FenceKey,
    format: string,
    { replaces, keepsAll }: { readonly replaces: boolean; readonly keepsAll: boolean },
  ): Promise<Load> {
    const fields = written.map((column) =>
      fieldWriting(column, asStored.includes(column.column.name) ? MYSQL_TEXT : format),
    )
    const isCommon = format === COMMON_TEXT
    const reconnect = () =>
      openSession(this.#credentials, 'write', {
        ...this.#context,
        signal: AbortSignal.timeout(RECONNECT_TIMEOUT_MS),
      })
    return this.#explained(async () => {
      const session = await this.#openSession()
      try {
        await takeLock(session, fence)
        await refuseStale(session, fence)
        await session.query(LOCK_WAITS)
        await landing.stage(session)
        if (isCommon) await session.query(NO_ZERO_DATES)
        const options = { table: sqlName(ownTable(fence, 'staging')), fields, replaces }
        const intake = await (this.#facts.takesInfile ? infileIntake : insertIntake)(session, options)
        const text = isCommon ? new CommonLoadText(fields.map(({ change }) => change)) : new PlainLoadText()
        const secret = this.#credentials.password
        return new MysqlLoad({ session, intake, text, landing, fence, keepsAll, secret, reconnect })
      } catch (error) {
        await session.abandon()
        throw error
      }
    })
  }

  async #openSession(): Promise<MysqlSession> {
    if (this.#session.isOpen) return this.#session
    this.#session = await openSession(this.#credentials, 'write', this.#context)
    return this.#session
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

/** Of several rows with one key the last one stays, already where they wait; by the source's own key, without steps, there are none. */
const isSourceKey = ({ columns, key, system }: TargetRequest) => {
  const own = sourceKey(columns)
  return (
    system !== undefined &&
    own.length > 0 &&
    (!key?.length || (key.length === own.length && key.every((name) => own.includes(name))))
  )
}

const SLOW =
  'The server does not take LOAD DATA LOCAL (local_infile is off), so rows go in by INSERT, which is several times slower.'

async function ensureDatabase(session: MysqlSession, database: string, own: string): Promise<void> {
  const found = await session.query('SELECT 1 AS found FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?', [
    database,
  ])
  if (found.length > 0) return
  try {
    await session.query(`CREATE DATABASE IF NOT EXISTS ${quoteIdentifier(database)} CHARACTER SET utf8mb4`)
  } catch (error) {
    throw new ConnectorError(
      {
        code: 'PERMISSION_MISSING',
        message: `There is no database "${database}", and the account may not create it.`,
        hint: `Write the target with a database that is there, such as ${own}.<table>, or create it and grant the account its use.`,
        field: 'user',
        retryable: false,
      },
      { cause: error },
    )
  }
}
