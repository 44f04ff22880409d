import pg from 'pg'
import type { Limits } from '../../../core/catalog/limits.ts'
import type { RunLimits } from '../../../core/catalog/runs/run-limits.ts'
import { type Announcement, takeAnnouncements } from './announcement.ts'
import { messagesOf, notifyStatement } from './announcement-messages.ts'
import { checkCommit } from './commit-check.ts'
import { eachRow } from './each-row.ts'
import { throwNamed } from './limit-reached.ts'
import { makeInTurn } from './make-in-turn.ts'
import { StatementNames } from './statement-names.ts'
import { StoreClient } from './store-client.ts'

/** Runs one statement in its scope, and returns the rows; or passes each on to `take` when it arrives, and returns none. */
export type Query = <Row extends object = Record<string, unknown>>(
  sql: string,
  values?: readonly unknown[],
  take?: (row: Row) => void,
) => Promise<Row[]>

/** The only place that trusts the declared type of a row: test/server/store-rows checks it for every statement. */
export const queryOn =
  (client: pg.ClientBase, announced: Announcement[] = [], names?: StatementNames): Query =>
  async (sql, values = [], take) => {
    const name = names?.nameOf(sql)
    const statement = (name === undefined ? { text: sql, values } : { name, text: sql, values }) as pg.QueryConfig
    const answer = take ? eachRow(client, statement, take) : client.query(statement)
    const { fields = [], rows } = await answer.catch(throwNamed)
    announced.push(...takeAnnouncements(fields, rows))
    return rows
  }

/**
 * The store, opened for an organization, a person, or the system itself.
 * Each call is one transaction whose scope row-level security enforces (migrations/0001-foundation.sql).
 */
export interface Database {
  inOrganization<T>(organizationId: string, work: (query: Query) => Promise<T>): Promise<T>
  asUser<T>(uid: string, work: (query: Query) => Promise<T>): Promise<T>
  /** Sees every organization: for the queue and for finding a person. Name the organization in the statement. */
  asSystem<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** Settles when the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Of the server, or of a pooler in transaction mode in front of it. */
  readonly databaseUrl: string
  /** From `migrate`; absent if the connecting role is subject to row-level security itself. */
  readonly role?: string | undefined
  /** How much people can make. Absent: any number. */
  readonly limits?: Limits
  /** How many runs an account and an organization may have. Absent: the usual number. */
  readonly runLimits?: RunLimits
  readonly onError: (error: Error) => void
  /** Tells other processes what a transaction has announced. Absent: each transaction does so itself. */
  readonly announce?: ((announcements: readonly Announcement[]) => void) | undefined
  /** At the same time; who needs another one waits: in a large pool each account has at most a third of them. Default: 10. */
  readonly connections?: number
  /** Whether what the system does often is prepared; not through a pooler, which gives a session to others. Default: no. */
  readonly prepares?: boolean | undefined
}

// Counts and sizes are bigint columns; they stay below 2^53, so numbers are exact.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDatabase({
  databaseUrl,
  role,
  limits,
  runLimits,
  onError,
  announce,
  connections = 10,
  prepares = false,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    Client: StoreClient as typeof pg.Client,
    connectionString: databaseUrl,
    application_name: 'millrace',
    max: connections,
    connectionTimeoutMillis: 10_000,
    // After this time the server would have stopped by itself: its answer was lost.
    query_timeout: 35_000,
    keepAlive: true,
    types,
  })
  pool.on('error', onError)

  const ofTransaction = settingsOfTransaction(limits, runLimits)
  const inTurn = makeInTurn(connections)
  const scoped = <T>(
    caller: string | undefined,
    settings: string,
    work: (query: Query) => Promise<T>,
    names?: StatementNames,
  ): Promise<T> => inTurn(caller, () => transaction(settings, work, names))

  const transaction = async <T>(
    settings: string,
    work: (query: Query) => Promise<T>,
    names?: StatementNames,
  ): Promise<T> => {
    const client = await pool.connect()
    // A connection that fails in a transaction reports it twice: to the query, and as an event that needs a listener.
    client.on('error', onError)
    let broken: Error | undefined
    try {
      await client.query(`begin; ${settings}`)
      const announced: Announcement[] = []
      const query = queryOn(client, announced, names)
      const result = await work(query)
      await checkCommit(query)
      // Also when its answer was lost: who hears of it looks.
      await client.query('commit').finally(() => announce?.(announced))
      if (announced.length > 0 && !announce) await client.query(notifyStatement(messagesOf(announced)))
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  const names = prepares ? new StatementNames() : undefined
  const asRole = role ? `set local role ${pg.escapeIdentifier(role)};` : ''
  const set = (name: string, value: string) => `${ofTransaction}, ${setting(`millrace.${name}`, value)}`

  return {
    inOrganization: (organizationId, work) =>
      scoped(organizationId, `${asRole} ${set('organization', organizationId)}`, work),
    asUser: (uid, work) => scoped(uid, `${asRole} ${set('user', uid)}`, work),
    // Only here: what starts and ends runs is always the same, and lists of people are planned best for what they ask.
    asSystem: (work) => scoped(undefined, set('system', 'on'), work, names),
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}

/** Of each transaction and not of the session, which a pooler may give to others. */
const settingsOfTransaction = (limits: Limits | undefined, runLimits: RunLimits | undefined) =>
  `select ${[
    setting('search_path', 'millrace'),
    setting('statement_timeout', '30s'),
    setting('idle_in_transaction_session_timeout', '30s'),
    ...(limits || runLimits
      ? [setting('millrace.limits', JSON.stringify({ ...limits, ...namedLimits(runLimits) }))]
      : []),
  ].join(', ')}`

/** Under the names that migrations/0100-a-queue-of-our-own.sql knows. */
const namedLimits = (limits: RunLimits | undefined) =>
  limits && { 'active-runs': limits.active, 'waiting-runs': limits.waiting }

const setting = (name: string, value: string) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`

/** A read of one organization, in a separate transaction. */
export const ofOrganization =
  <Rest extends readonly unknown[], T>(read: (query: Query, organizationId: string, ...rest: Rest) => Promise<T>) =>
  (database: Database, organizationId: string, ...rest: Rest): Promise<T> =>
    database.inOrganization(organizationId, (query) => read(query, organizationId, ...rest))

/** For a statement that returns one row or none. */
export const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0]

/** For a statement that always returns one row. */
export async function only<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows
  if (row === undefined) throw new Error('a statement that answers one row has answered none')
  return row
}
