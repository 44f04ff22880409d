import { sentence } from '../../../../core/catalog/sentence.ts'
import { ATTEMPTS } from '../../../net/tls/tls-settings.ts'
import { type ConnectorContext, ConnectorError } from '../../../ports/connector.ts'
import { besidesLimit } from '../../../ports/session-limit.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import { type DatabaseRoute, openDatabaseRoute } from '../../sql/database-route.ts'
import type { StageObserver } from '../../sql/test-record.ts'
import { negotiateTls } from '../driver/negotiate-tls.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { signIn } from '../driver/sign-in.ts'
import { postgresError } from './postgres-problem.ts'

/** Time limit for a server that accepts a connection and does not answer. */
const GREETING_TIMEOUT_MS = 10_000

/** Opens a session as libpq would with this `sslmode`, fallback included. An aborted signal ends it and its work. @throws ConnectorError */
export async function openSession(
  credentials: DatabaseCredentials,
  context: ConnectorContext,
  observe: StageObserver = (_, work) => work(),
): Promise<PostgresSession> {
  const way = await openDatabaseRoute(credentials.tunnel, context, observe)
  try {
    return await openOn(way, credentials, context, observe)
  } catch (error) {
    way.close()
    throw error
  }
}

async function openOn(
  way: DatabaseRoute,
  credentials: DatabaseCredentials,
  context: ConnectorContext,
  observe: StageObserver,
): Promise<PostgresSession> {
  const { dialler } = way
  const { signal } = context
  const { host, port, tls, password } = credentials
  const addresses = await observe('resolve', () => dialler.resolve(host, signal))

  const connect = async (kind: 'plain' | 'tls') => {
    const socket = await observe('connect', () => dialler.connect(addresses, port, signal))
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(GREETING_TIMEOUT_MS)])
    try {
      const link = await observe('tls', async () =>
        kind === 'tls' ? negotiateTls(socket, host, tls, deadline) : socket,
      )
      return await observe('sign-in', () =>
        signIn(credentials, link, deadline, {
          openLink: () => openLink(kind),
          isAtWork: (processId) => isAtWork(processId, credentials, context),
        }),
      )
    } catch (error) {
      socket.destroy()
      if (signal.aborted) throw signal.reason
      throw deadline.aborted ? silent() : postgresError(error, undefined, password)
    }
  }

  /** For what needs a separate connection: the protocol has no other way to stop the work of a session. */
  const openLink = async (kind: 'plain' | 'tls') => {
    const deadline = AbortSignal.timeout(GREETING_TIMEOUT_MS)
    const socket = await dialler.connect(addresses, port, deadline)
    socket.on('error', () => {})
    return kind === 'tls' ? negotiateTls(socket, host, tls, deadline) : socket
  }

  const [first, second] = ATTEMPTS[tls.sslmode]
  const session = await connect(first ?? 'plain').catch((error: unknown) => {
    if (!second || signal.aborted || !isAboutTheLink(error)) throw error
    return connect(second)
  })
  const abandon = () => void session.abandon()
  signal.addEventListener('abort', abandon)
  session.onClosed(() => {
    signal.removeEventListener('abort', abandon)
    way.close()
  })
  return session
}

/**
 * A session that waits for us, or that the server no longer knows, is not working. A server with `track_activities` = off only says for what a session
 * waits.
 */
async function isAtWork(
  processId: string,
  credentials: DatabaseCredentials,
  context: ConnectorContext,
): Promise<boolean> {
  const other = await openSession(credentials, {
    ...besidesLimit(context),
    signal: AbortSignal.timeout(GREETING_TIMEOUT_MS),
  })
  try {
    const [row] = await other.query(
      `SELECT state IN ('active', 'disabled') AND wait_event_type IS DISTINCT FROM 'Client' AS busy FROM pg_catalog.pg_stat_activity WHERE pid = $1`,
      [processId],
    )
    return row?.['busy'] === 't'
  } finally {
    await other.close()
  }
}

/** Another attempt makes sense only if the server requires another kind of link; a wrong password stays wrong. */
const isAboutTheLink = (error: unknown) =>
  error instanceof ConnectorError &&
  ['TLS_NOT_OFFERED', 'TLS_FAILED', 'TLS_REQUIRED', 'TLS_REFUSED'].includes(error.problem.code)

const silent = () =>
  new ConnectorError({
    code: 'SERVER_SILENT',
    message: sentence`The server accepts connections but does not answer.`,
    hint: sentence`Check that this is the port of Postgres, and that the server is healthy.`,
    field: 'port',
    retryable: true,
  })
