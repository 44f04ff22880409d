import type { Socket } from 'node:net'

import type { Connection } from 'mysql2'
import { createConnection } from 'mysql2'
import type { ConnectorContext, TestStageName } from '../connector.ts'
import { ConnectorError } from '../connector.ts'
import type { MysqlCredentials } from './mysql-credentials.ts'
import { mysqlError } from './mysql-problem.ts'
import { MysqlSession } from './mysql-session.ts'
import { notMysql, readGreeting } from './read-greeting.ts'

/** Is told how each step goes; connection tests show it, everything else leaves it out. */
export type StageObserver = <T>(stage: TestStageName, work: () => Promise<T>) => Promise<T>

/** What a session is for: only one that writes may be asked for rows by the server. */
export type SessionUse = 'read' | 'write'

/** A server that accepts and says nothing is given up after this time. */
const GREETING_TIMEOUT_MS = 10_000

/** Makes values exact and independent of how the server or the account is set up. Zero and invalid dates pass, because tables may hold them. */
const SETTINGS = [
  'SET NAMES utf8mb4',
  `SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES',
     sql_auto_is_null = 0, sql_safe_updates = 0, sql_select_limit = DEFAULT, wait_timeout = 86400, net_read_timeout = 3600,
     net_write_timeout = 3600, autocommit = 1`,
]

/** Limits that would end long work, by the kind of server that has them. */
const NO_LIMIT = {
  mariaDb: 'SET SESSION max_statement_time = 0, idle_transaction_timeout = 0, idle_readonly_transaction_timeout = 0',
  mysql: 'SET SESSION max_execution_time = 0',
}

/** Opens a session, with TLS where the server offers it. An aborted signal ends it and its work. @throws ConnectorError */
export async function openSession(
  credentials: MysqlCredentials,
  use: SessionUse,
  context: ConnectorContext,
  observe: StageObserver = (_, work) => work(),
): Promise<MysqlSession> {
  const { dialler, signal } = context
  const { host, port, password } = credentials
  const addresses = await observe('resolve', () => dialler.resolve(host, signal))

  const connect = async (canEncrypt: boolean, watch: StageObserver, until: AbortSignal) => {
    const deadline = AbortSignal.any([until, AbortSignal.timeout(GREETING_TIMEOUT_MS)])
    const socket = await watch('connect', () => dialler.connect(addresses, port, until))
    const abort = () => socket.destroy(new Error('the time is up'))
    deadline.addEventListener('abort', abort)
    try {
      const greeting = await watch('tls', () => readGreeting(socket))
      return await watch('sign-in', () => signIn(credentials, use, socket, canEncrypt && greeting.offersTls))
    } catch (error) {
      socket.destroy()
      if (until.aborted) throw until.reason
      throw deadline.aborted ? silent() : mysqlError(error, undefined, password)
    } finally {
      deadline.removeEventListener('abort', abort)
    }
  }
  /** As a client that prefers TLS: a handshake that fails is tried without, a wrong password is not. */
  const connectPreferringTls = (watch: StageObserver, until: AbortSignal) =>
    connect(true, watch, until).catch((error: unknown) => {
      if (!(error instanceof ConnectorError) || error.problem.code !== 'TLS_FAILED' || until.aborted) throw error
      return connect(false, watch, until)
    })

  const { connection, socket, version, threadId } = await connectPreferringTls(observe, signal)
  const facts = { version, isMariaDb: /mariadb/i.test(version), threadId }
  const kill = async (what: 'QUERY' | 'CONNECTION') => {
    const other = await connectPreferringTls((_, work) => work(), AbortSignal.timeout(GREETING_TIMEOUT_MS))
    await ask(other.connection, `KILL ${what} ${threadId}`).catch(() => {})
    other.socket.destroy()
  }
  /** A session that waits for us, or that the server does not know any more, is not at work. */
  const isAtWork = async () => {
    const other = await openSession(credentials, use, { ...context, signal: AbortSignal.timeout(GREETING_TIMEOUT_MS) })
    try {
      const [row] = await other.query(
        `SELECT COMMAND <> 'Sleep' AND STATE NOT IN ('Reading from net', 'Writing to net', 'Receiving from client', 'Sending to client') AS busy
         FROM information_schema.PROCESSLIST WHERE ID = ?`,
        [threadId],
      )
      return row?.['busy'] === '1'
    } finally {
      await other.close()
    }
  }
  const session = new MysqlSession(connection, socket, facts, { kill, isAtWork })
  try {
    for (const statement of SETTINGS) await session.query(statement)
    await session.query(facts.isMariaDb ? NO_LIMIT.mariaDb : NO_LIMIT.mysql).catch(() => {})
  } catch (error) {
    socket.destroy()
    throw mysqlError(error, undefined, password)
  }
  const abandon = () => void session.abandon()
  signal.addEventListener('abort', abandon)
  session.onClosed(() => signal.removeEventListener('abort', abandon))
  if (signal.aborted) abandon()
  return session
}

const silent = () =>
  new ConnectorError({
    code: 'SERVER_SILENT',
    message: 'The server accepts connections but does not answer.',
    hint: 'Check that this is the port of MySQL, and that the server is healthy.',
    field: 'port',
    retryable: true,
  })

interface SignedIn {
  readonly connection: Connection
  readonly socket: Socket
  readonly version: string
  readonly threadId: number
}

async function signIn(
  { host, user, password, database }: MysqlCredentials,
  use: SessionUse,
  stream: Socket,
  encrypts: boolean,
): Promise<SignedIn> {
  const connection = createConnection({
    host,
    user,
    password,
    database,
    stream,
    // Our own deadline ends it; the driver's would go on after it.
    connectTimeout: 0,
    ...(encrypts && { ssl: { rejectUnauthorized: false, verifyIdentity: false } }),
    // Without the first the server is not even told that it could ask for a file; the others change what statements mean.
    flags: [...(use === 'read' ? ['-LOCAL_FILES'] : []), '-IGNORE_SPACE', '-CLIENT_QUERY_ATTRIBUTES', '-SESSION_TRACK'],
    connectAttributes: { program_name: 'millrace' },
    // Servers must not get us to run code made of their column names.
    disableEval: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // It stays, because without a listener the process ends when the server closes the connection.
  connection.on('error', reject)
  connection.connect((error) => (error ? reject(error) : resolve()))
  // Whoever looked at the greeting has paused it.
  stream.resume()
  await promise
  const [row] = await ask(connection, 'SELECT VERSION() AS version, CONNECTION_ID() AS id')
  const { stream: socket } = connection as unknown as { stream: Socket }
  if (row?.['version'] === undefined) throw notMysql()
  return { connection, socket, version: String(row['version']), threadId: Number(row['id']) }
}

function ask(connection: Connection, sql: string): Promise<readonly Record<string, unknown>[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Record<string, unknown>[]>()
  connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as Record<string, unknown>[])))
  return promise
}
