import { createServer, type RequestListener, type Server } from 'node:http'
import { isIPv6 } from 'node:net'

import { processOnPort } from '../host/process-on-port.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'

export interface Listener {
  /** For example `http://127.0.0.1:4000`. */
  readonly url: string
  /** Accepts no more requests, waits a moment for pending answers, then closes the open ones (event streams). */
  close(): Promise<void>
}

const LAST_ANSWERS_MS = 500

/** Time limit for sending a request: slow sockets are closed. */
const SLOW = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/**
 * Idle connections stay open for longer than load balancers keep them (60 s for AWS, 600 s for Google), so that none sends
 * a call on a connection that this side is just closing: https://cloud.google.com/load-balancing/docs/https#timeouts_and_retries
 */
const IDLE = { keepAliveTimeout: 620_000 }

/** Opens the port, or throws a StartFailure with the port, its variable and, if possible, the process that uses it. */
export async function listen(
  host: string,
  port: number,
  listener: RequestListener,
  variable = 'PORT',
): Promise<Listener> {
  const server = createServer({ ...SLOW, ...IDLE }, listener)
  const opened = Promise.withResolvers<void>()
  server.once('error', (error) => opened.reject(explained(error, { host, port, variable })))
  server.listen(port, host, opened.resolve)
  await opened.promise

  const address = server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  return { url: `http://${isIPv6(host) ? `[${host}]` : host}:${actual}`, close: () => close(server) }
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
  return promise.finally(() => clearTimeout(cut))
}

interface Place {
  readonly host: string
  readonly port: number
  /** The variable with the port. */
  readonly variable: string
}

function explained(error: Error, { host, port, variable }: Place): Error {
  switch (errorCode(error)) {
    case 'EADDRINUSE': {
      const pid = processOnPort(port)
      const user = pid === undefined ? 'another process' : `process ${pid}`
      return new StartFailure(
        `Port ${port} on ${host} is in use by ${user}; stop it, or set ${variable} to another port.`,
      )
    }
    case 'EACCES':
      return new StartFailure(
        `Port ${port} on ${host} may not be opened by this user; set ${variable} to one above 1023.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartFailure(`HOST must be an address of this machine, but is "${host}".`)
    default:
      return error
  }
}
