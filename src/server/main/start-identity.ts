import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { keptPort } from '../host/kept-port.ts'
import type { Log } from '../host/log.ts'
import { LOOPBACK_NAMES, makeHostGuard } from '../http/requests/host-guard.ts'
import type { IdentityService } from '../identity/local/identity-service.ts'
import { openIdentity } from '../identity/local/open-identity.ts'
import type { PasswordCost } from '../identity/local/password-hash.ts'
import { listen } from './listen.ts'

export interface IdentityOptions {
  readonly dataFolder: string
  readonly projectId: string
  /** 0: any free port, the same one at every start if possible. */
  readonly port: number
  /** Hosts of the pages with sign-in, in the notation of browsers. */
  readonly pageHosts: readonly string[]
  readonly log: Log
  /** The cost of a new password's hash; by default a safe one. */
  readonly passwordCost?: PasswordCost
  /** Called after a wrong password for an existing account. */
  readonly onWrongPassword: (attempt: {
    readonly uid: string
    readonly email: string
    readonly address: string
  }) => void
}

export interface RunningIdentity {
  /** The address for browsers and the API, such as `http://127.0.0.1:9099`. */
  readonly origin: string
  readonly projectId: string
  stop(): Promise<void>
}

const HOST = '127.0.0.1'

/** Starts the sign-in service with the accounts of the data folder, in this process. @throws StartFailure */
export async function startIdentity(options: IdentityOptions): Promise<RunningIdentity> {
  const { dataFolder, projectId, pageHosts } = options
  const port = options.port === 0 ? await keptPort(join(dataFolder, 'auth-emulator-port'), HOST) : options.port
  let service: IdentityService | undefined
  const { url, close } = await listen(
    HOST,
    port,
    getRequestListener(
      (request, { incoming: { socket } }) =>
        service?.(request, socket.localPort, socket.remoteAddress) ?? new Response(null, { status: 503 }),
      { overrideGlobalObjects: false },
    ),
    'AUTH_EMULATOR_PORT',
  )
  try {
    service = await openIdentity({
      ...options,
      origin: url,
      guard: makeHostGuard({ names: LOOPBACK_NAMES, hosts: pageHosts }),
      // A content security policy cannot contain an IPv6 address.
      pages: pageHosts.filter((host) => !host.startsWith('[')).flatMap((host) => [`http://${host}`, `https://${host}`]),
    })
  } catch (error) {
    await close()
    throw error
  }
  return { origin: url, projectId, stop: close }
}
