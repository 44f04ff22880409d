import { createServer, type RequestListener, type Server } from 'node:http'
import { isIPv6 } from 'node:net'

import { processOnPort } from '../host/process-on-port.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'

export interface Listener {
  /** Such as `http://127.0.0.1:4000`. */
  readonly url: string
  /** Takes no more requests, waits a moment for the answers under way, then cuts what is still open (event streams). */
  close(): Promise<void>
}

const LAST_ANSWERS_MS = 500

/** How long a caller may take to say what it wants: sockets that drip are cut. */
const SLOW = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** Opens the port, or throws a StartFailure that names it, its variable and, where it can, the process that has it. */
export async function listen(
  host: string,
  port: number,
  listener: RequestListener,
  variable = 'PORT',
): Promise<Listener> {
  const server = createServer(SLOW, listener)
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
  /** Of the environment, which says the port. */
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
