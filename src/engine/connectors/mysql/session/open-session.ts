import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { sentence } from '../../../../core/catalog/sentence.ts'
import { ATTEMPTS } from '../../../net/tls/tls-settings.ts'
import { type ConnectorContext, ConnectorError } from '../../../ports/connector.ts'
import { besidesLimit } from '../../../ports/session-limit.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import { type DatabaseRoute, openDatabaseRoute } from '../../sql/database-route.ts'
import type { StageObserver } from '../../sql/test-record.ts'
import { isMysqlSince8, MysqlSession } from '../driver/mysql-session.ts'
import { readGreeting } from '../driver/read-greeting.ts'
import { ask, type SessionUse, type SignedIn, startSignIn } from '../driver/sign-in.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { mysqlError } from './mysql-problem.ts'
import { applySettings } from './session-settings.ts'
import { threadsOfRun } from './threads-of-run.ts'

/** Time limit for a server that accepts a connection and does not answer. */
const GREETING_TIMEOUT_MS = 10_000

/** Opens a session, encrypted according to its `sslmode`. An aborted signal ends it and its work. @throws ConnectorError */
export async function openSession(
  credentials: DatabaseCredentials,
  use: SessionUse,
  context: ConnectorContext,
  observe: StageObserver = (_, work) => work(),
): Promise<MysqlSession> {
  const way = await openDatabaseRoute(credentials.tunnel, context, observe)
  try {
    return await openOn(way, { credentials, use, context, observe })
  } catch (error) {
    way.close()
    throw error
  }
}

interface Opening {
  readonly credentials: DatabaseCredentials
  readonly use: SessionUse
  readonly context: ConnectorContext
  readonly observe: StageObserver
}

async function openOn(way: DatabaseRoute, opening: Opening): Promise<MysqlSession> {
  const { credentials, use, context, observe } = opening
  const { signal } = context
  const connect = await connecting(way, opening)
  const { connection, socket, answerSize, version, threadId, account } = await connect(observe, signal)
  context.signedIn?.(quotedAccount(account))
  const facts = { version, isMariaDb: /mariadb/i.test(version), threadId }
  const isOlder = !facts.isMariaDb && !isMysqlSince8(facts)
  const kill = async (what: 'QUERY' | 'CONNECTION') => {
    const other = await connect((_, work) => work(), AbortSignal.timeout(GREETING_TIMEOUT_MS))
    const isGone = what === 'CONNECTION' && isOlder && (await endsByItself(other.connection, socket, threadId))
    if (!isGone) await ask(other.connection, `KILL ${what} ${threadId}`).catch(() => {})
    other.socket.destroy()
  }
  const isAtWork = async () => {
    const other = await openSession(credentials, use, {
      ...besidesLimit(context),
      signal: AbortSignal.timeout(GREETING_TIMEOUT_MS),
    })
    try {
      return await isThreadAtWork(other, threadId)
    } finally {
      await other.close()
    }
  }
  threadsOfRun(signal, credentials).add(String(threadId))
  const session = new MysqlSession({ connection, socket, answerSize }, facts, { kill, isAtWork })
  try {
    await applySettings(session, use)
  } catch (error) {
    socket.destroy()
    throw mysqlError(error, undefined, credentials.password)
  }
  const abandon = () => void session.abandon()
  signal.addEventListener('abort', abandon)
  session.onClosed(() => {
    signal.removeEventListener('abort', abandon)
    way.close()
  })
  if (signal.aborted) abandon()
  return session
}

/** Connects and signs in like a client with that SSL mode: if the server requires another kind of link, there is a second attempt. */
async function connecting({ dialler }: DatabaseRoute, { credentials, use, context, observe }: Opening) {
  const { host, port, tls, password } = credentials
  const addresses = await observe('resolve', () => dialler.resolve(host, context.signal))
  const [first = 'plain', second] = ATTEMPTS[tls.sslmode]
  const connect = async (kind: 'plain' | 'tls', watch: StageObserver, until: AbortSignal) => {
    const socket = await watch('connect', () => dialler.connect(addresses, port, until))
    const deadline = AbortSignal.any([until, AbortSignal.timeout(GREETING_TIMEOUT_MS)])
    const abort = () => socket.destroy(new Error('the time is up'))
    deadline.addEventListener('abort', abort)
    try {
      const signingIn = await watch('tls', async () => {
        const { offersTls } = await readGreeting(socket)
        if (kind === 'tls' && !offersTls && !second) throw notOffered()
        return startSignIn(credentials, use, socket, kind === 'tls' && offersTls ? deadline : undefined)
      })
      return await watch('sign-in', () => signingIn.finish())
    } catch (error) {
      socket.destroy()
      if (until.aborted) throw until.reason
      throw deadline.aborted ? silent() : mysqlError(error, undefined, password)
    } finally {
      deadline.removeEventListener('abort', abort)
    }
  }
  return (watch: StageObserver, until: AbortSignal) =>
    connect(first, watch, until).catch((error: unknown) => {
      if (!second || until.aborted || !isAboutTheLink(error, second)) throw error
      return connect(second, watch, until)
    })
}

/**
 * Leaves a session, and sees whether the server ends it. MySQL before 8 closes the socket of a session that it kills; if the session was about to
 * wait for rows, it waits for them until its time limit.
 */
async function endsByItself(other: SignedIn['connection'], socket: Socket, threadId: number): Promise<boolean> {
  socket.destroy()
  for (let looks = 0; looks < 10; looks++) {
    const found = await ask(other, `SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = ${threadId}`)
    if (found.length === 0) return true
    await sleep(50)
  }
  return false
}

/** A session that waits for us, or that the server no longer knows, is not working. */
async function isThreadAtWork(session: MysqlSession, threadId: number): Promise<boolean> {
  const [row] = await session.query(
    `SELECT COMMAND <> 'Sleep' AND STATE NOT IN ('Reading from net', 'Writing to net', 'Receiving from client', 'Sending to client') AS busy
     FROM information_schema.PROCESSLIST WHERE ID = ?`,
    [threadId],
  )
  return row?.['busy'] === '1'
}

const silent = () =>
  new ConnectorError({
    code: 'SERVER_SILENT',
    message: sentence`The server accepts connections but does not answer.`,
    hint: sentence`Check that this is the port of MySQL, and that the server is healthy.`,
    field: 'port',
    retryable: true,
  })

const notOffered = () =>
  new ConnectorError({
    code: 'TLS_NOT_OFFERED',
    message: sentence`The server does not offer TLS.`,
    hint: sentence`Turn TLS on at the server, or choose the SSL mode "prefer" or "disable" if the network is trusted.`,
    field: 'sslmode',
  })

/** A name may contain an @, a host may not. */
function quotedAccount(account: string): string {
  const at = account.lastIndexOf('@')
  return `${quoteLiteral(account.slice(0, at))}@${quoteLiteral(account.slice(at + 1))}`
}

/** Without encryption, an account that requires it is refused with the same message as for a wrong password. */
const isAboutTheLink = (error: unknown, other: 'plain' | 'tls') =>
  error instanceof ConnectorError &&
  (other === 'plain'
    ? error.problem.code === 'TLS_FAILED'
    : ['TLS_REQUIRED', 'PASSWORD_REFUSED'].includes(error.problem.code))
