import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError, type Endpoint, type Problem } from '../../ports/connector.ts'
import type { Dialler, TunnelDialler, TunnelSettings } from '../../ports/dialler.ts'
import { invalidCredential } from '../../ports/invalid-credential.ts'
import type { StageObserver } from './test-record.ts'

/** How sockets to a database are opened, and what must be closed with its session. */
export interface DatabaseRoute {
  readonly dialler: Omit<Dialler, 'through'>
  close(): void
}

/** Time limit for a server that accepts a connection and does not answer. */
const TUNNEL_TIMEOUT_MS = 10_000

/** For one session, directly or through the SSH server of the connection; it counts as one of those that the connection allows. @throws ConnectorError */
export async function openDatabaseRoute(
  tunnel: TunnelSettings | undefined,
  context: ConnectorContext,
  observe: StageObserver,
): Promise<DatabaseRoute> {
  const giveBack = context.sessions?.take() ?? (() => {})
  try {
    const { dialler, close } = await openRoute(tunnel, context, observe)
    const end = () => {
      close()
      giveBack()
    }
    return { dialler, close: end }
  } catch (error) {
    giveBack()
    throw error
  }
}

async function openRoute(
  tunnel: TunnelSettings | undefined,
  { dialler, signal }: ConnectorContext,
  observe: StageObserver,
): Promise<DatabaseRoute> {
  if (!tunnel) return { dialler, close: () => {} }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TUNNEL_TIMEOUT_MS)])
  const way: TunnelDialler = await observe('tunnel', () =>
    dialler.through(tunnel, deadline).catch((error: unknown) => {
      throw deadline.aborted && !signal.aborted ? new ConnectorError(TUNNEL_TOO_SLOW, { cause: error }) : error
    }),
  )
  return { dialler: way, close: () => way.close() }
}

export const TUNNEL_TOO_SLOW: Problem = {
  code: 'SERVER_SILENT',
  message: sentence`The SSH server did not answer in time.`,
  hint: sentence`Check the SSH host and port, that firewalls let this server in, and that the SSH server is healthy.`,
  field: 'ssh_host',
  retryable: true,
}

export const isTunnelled = ({ credentials }: Endpoint): boolean => (credentials['ssh_host'] ?? '') !== ''

/** The tunnel of a connection's fields; nothing if no SSH host is entered. @throws ConnectorError */
export function tunnelSettings({ credentials }: Endpoint): TunnelSettings | undefined {
  const text = (field: string) => {
    const value = credentials[field] ?? ''
    if (typeof value !== 'string' || value.includes('\0')) throw invalidCredential(field)
    return value === '' ? undefined : value
  }
  const host = text('ssh_host')?.trim()
  if (host === undefined) return undefined
  const user = text('ssh_user')
  if (user === undefined) throw invalidCredential('ssh_user')
  const port = Number(credentials['ssh_port'] ?? 22)
  if (!Number.isInteger(port)) throw invalidCredential('ssh_port')
  return {
    host,
    port,
    user,
    password: text('ssh_password'),
    privateKey: text('ssh_private_key'),
    passphrase: text('ssh_passphrase'),
    hostKey: text('ssh_host_key'),
  }
}
