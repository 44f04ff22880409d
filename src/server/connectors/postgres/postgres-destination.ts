import { createHash } from 'node:crypto'
import { CONNECTION_TYPES } from '../../../core/catalog/connection-types.ts'
import { COMMON_TEXT } from '../common-text/value-type.ts'
import type { Connector, ConnectorContext } from '../connector.ts'
import { ConnectorError } from '../connector.ts'
import type { Destination, Load, Target, TargetPlan, TargetRequest } from '../destination.ts'
import { limitsOfRow } from '../row-limits.ts'
import { COPY_TEXT, copyInStatement, pgBinary } from './copy-statement.ts'
import { databaseIdentity } from './database-identity.ts'
import type { FenceKey } from './fence.ts'
import { createFenceTable, hasFenceTable, raiseFence } from './fence.ts'
import type { Landing } from './landing.ts'
import { openSession } from './open-session.ts'
import { planLanding } from './plan-landing.ts'
import type { PostgresCredentials } from './postgres-credentials.ts'
import { postgresCredentials } from './postgres-credentials.ts'
import { PostgresLoad } from './postgres-load.ts'
import { postgresError } from './postgres-problem.ts'
import type { PostgresSession } from './postgres-session.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { entityName, parseRelationName } from './relation-name.ts'

export const openPostgresDestination: NonNullable<Connector['openDestination']> = async (endpoint, context) => {
  const credentials = postgresCredentials(endpoint)
  const session = await openSession(credentials, context)
  try {
    return new PostgresDestination(session, await databaseIdentity(session), credentials, context)
  } catch (error) {
    await session.abandon()
    throw postgresError(error, 'destination', credentials.password)
  }
}

class PostgresDestination implements Destination {
  readonly identity: string
  readonly modes = CONNECTION_TYPES.postgres.modes
  readonly #credentials: PostgresCredentials
  readonly #context: ConnectorContext
  /** Made anew when a stream went wrong: closing it is the surest way to have the server take everything back. */
  #session: PostgresSession

  constructor(session: PostgresSession, identity: string, credentials: PostgresCredentials, context: ConnectorContext) {
    this.#session = session
    this.identity = identity
    this.#credentials = credentials
    this.#context = context
  }

  nameOf(target: string): string {
    return entityName(parseRelationName(target))
  }

  async plan(request: TargetRequest): Promise<TargetPlan> {
    const target = parseRelationName(request.target)
    return this.#explained(async () => {
      const session = await this.#openSession()
      await checkSchema(session, target.schema)
      const { landing, columns, notes } = await planLanding(session, request, { ...request.fence, target })
      return { effect: landing.effect, columns, notes: landing.effect === 'created' ? [] : notes }
    })
  }

  async prepare(request: TargetRequest): Promise<Target> {
    const name = parseRelationName(request.target)
    const key: FenceKey = { ...request.fence, target: name }
    return this.#explained(async () => {
      const session = await this.#openSession()
      if (!(await checkSchema(session, name.schema))) await createSchema(session, name.schema)
      const { landing, written, notes, isNew, isExact, limits } = await planLanding(session, request, key)
      if (!(await hasFenceTable(session, name.schema))) await createFenceTable(session, name.schema)
      await endOlderAttempts(session, key)
      const committed = await raiseFence(session, key)
      return {
        formats: request.system === 'postgres' && isExact ? [pgBinary(session.major), COPY_TEXT] : [COMMON_TEXT],
        columns: written,
        isNew,
        ...(committed && { committed }),
        notes,
        // What comes as it is stored, into a column of the same type, fits.
        ...(!(request.system === 'postgres' && isExact) && { refuses: limitsOfRow(limits) }),
        load: (format) => this.#load(landing, key, written, format),
      }
    })
  }

  async close(): Promise<void> {
    await this.#session.close()
  }

  #load(landing: Landing, fence: FenceKey, columns: readonly string[], format: string): Promise<Load> {
    return this.#explained(async () => {
      const session = await this.#openSession()
      try {
        await session.query('BEGIN')
        await session.query('SELECT pg_catalog.pg_advisory_xact_lock($1)', [String(advisoryKey(fence))])
        await landing.stage(session)
        const copy = await session.copyIn(copyInStatement(landing.staging, columns, format, landing.isNew))
        const reconnect = () =>
          openSession(this.#credentials, {
            ...this.#context,
            signal: AbortSignal.timeout(15_000),
          })
        return new PostgresLoad({
          session,
          copy,
          landing,
          fence,
          secret: this.#credentials.password,
          reconnect,
        })
      } catch (error) {
        await session.abandon()
        throw error
      }
    })
  }

  async #openSession(): Promise<PostgresSession> {
    if (this.#session.isOpen) return this.#session
    this.#session = await openSession(this.#credentials, this.#context)
    return this.#session
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#context.signal.throwIfAborted()
      throw postgresError(error, 'destination', this.#credentials.password)
    }
  }
}

/** @returns whether it is there; one that is missing can be made. @throws ConnectorError `PERMISSION_MISSING` */
async function checkSchema(session: PostgresSession, schema: string): Promise<boolean> {
  const [row] = await session.query(
    `SELECT pg_catalog.to_regnamespace($1)::oid AS found, pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE') AS creatable,
       (SELECT pg_catalog.has_schema_privilege(oid, 'CREATE') FROM pg_catalog.pg_namespace WHERE nspname = $2) AS usable`,
    [quoteIdentifier(schema), schema],
  )
  if (row?.['found'] === null) {
    if (row['creatable'] !== 't') {
      throw missing(
        `There is no schema "${schema}", and the account may not create it.`,
        'Create the schema and grant CREATE on it, or GRANT CREATE ON DATABASE.',
      )
    }
    return false
  }
  if (row?.['usable'] !== 't') {
    throw missing(
      `The account may not create tables in the schema "${schema}".`,
      'GRANT USAGE, CREATE ON SCHEMA to the account.',
    )
  }
  return true
}

/** Right away: it holds the fence, which must outlive the attempt. */
async function createSchema(session: PostgresSession, schema: string): Promise<void> {
  await session.query(`CREATE SCHEMA IF NOT EXISTS ${quoteIdentifier(schema)}`)
}

/** An older attempt that was paused may still hold locks; its session is known by the advisory lock it took. */
async function endOlderAttempts(session: PostgresSession, key: FenceKey): Promise<void> {
  const lock = advisoryKey(key)
  await session
    .query(
      `SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_locks
       WHERE locktype = 'advisory' AND objsubid = 1 AND classid = $1 AND objid = $2 AND pid <> pg_catalog.pg_backend_pid()
         AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())`,
      [String(BigInt.asUintN(32, lock >> 32n)), String(BigInt.asUintN(32, lock))],
    )
    // It may belong to another account; then the locks say what is in the way.
    .catch(() => {})
}

/** One number for a flow and a target, as advisory locks take it. */
function advisoryKey({ flowId, target }: FenceKey): bigint {
  return createHash('sha256')
    .update(JSON.stringify([flowId, target.schema, target.name]))
    .digest()
    .readBigInt64BE(0)
}

const missing = (message: string, hint: string) =>
  new ConnectorError({
    code: 'PERMISSION_MISSING',
    message,
    hint,
    field: 'user',
    retryable: false,
  })
