import type { Socket } from 'node:net'

import type { Connection } from 'mysql2'
import { createConnection } from 'mysql2'
import { secureSocket } from '../../../net/tls/secure-socket.ts'
import type { DatabaseCredentials } from '../../shared/database-credentials.ts'
import { notMysql } from './read-greeting.ts'

/** What a session is for: only one that writes may be asked for rows by the server. */
export type SessionUse = 'read' | 'write'

interface SignedIn {
  readonly connection: Connection
  readonly socket: Socket
  readonly version: string
  readonly threadId: number
}

/** Of the driver's own connection, what its types leave out. */
export interface Internals {
  stream: Socket
  readonly packetParser: { execute(bytes: Buffer): void }
  startTLS(onSecure: (error?: unknown) => void): void
  _handleNetworkError(error: unknown): void
}

export const internalsOf = (connection: Connection) => connection as unknown as Internals

/**
 * Answers the server's greeting, which waits on the socket. Settles when the line is encrypted, where it is to be; `finish` when the account is in.
 * @param secureUntil encrypts, with this as its end
 */
export async function startSignIn(
  { host, user, password, database, tls }: DatabaseCredentials,
  use: SessionUse,
  stream: Socket,
  secureUntil: AbortSignal | undefined,
): Promise<{ finish(): Promise<SignedIn> }> {
  const connection = createConnection({
    host,
    user,
    password,
    database,
    stream,
    // Our own deadline ends it; the driver's would go on after it.
    connectTimeout: 0,
    // Says that there is to be TLS; what is verified is ours.
    ...(secureUntil && { ssl: { rejectUnauthorized: true } }),
    // Without the first the server is not even told that it could ask for a file; the others change what statements mean.
    flags: [...(use === 'read' ? ['-LOCAL_FILES'] : []), '-IGNORE_SPACE', '-CLIENT_QUERY_ATTRIBUTES', '-SESSION_TRACK'],
    connectAttributes: { program_name: 'millrace' },
    // Servers must not get us to run code made of their column names.
    disableEval: true,
  })
  const driver = internalsOf(connection)
  const signedIn = Promise.withResolvers<void>()
  // Whoever waits gets the error; that nobody may wait yet must not end the process.
  signedIn.promise.catch(() => {})
  const secured = Promise.withResolvers<void>()
  secured.promise.catch(() => {})
  // It stays, because without a listener the process ends when the server closes the connection.
  connection.on('error', signedIn.reject)

  if (secureUntil) {
    // The driver's own does not compare the certificate with a host that is an address, and cannot be told of by stages.
    driver.startTLS = (onSecure) => {
      stream.removeAllListeners('data')
      secureSocket(stream, host, tls, secureUntil).then((socket) => {
        driver.stream = socket
        socket.on('data', (bytes: Buffer) => driver.packetParser.execute(bytes))
        socket.on('error', (error) => driver._handleNetworkError(error))
        secured.resolve()
        onSecure()
      }, secured.reject)
    }
  } else secured.resolve()

  connection.connect((error) => (error ? signedIn.reject(error) : signedIn.resolve()))
  // Whoever looked at the greeting has paused it.
  stream.resume()
  await Promise.race([secured.promise, signedIn.promise])

  return {
    finish: async () => {
      await signedIn.promise
      const [row] = await ask(connection, 'SELECT VERSION() AS version, CONNECTION_ID() AS id')
      if (row?.['version'] === undefined) throw notMysql()
      return { connection, socket: driver.stream, version: String(row['version']), threadId: Number(row['id']) }
    },
  }
}

export function ask(connection: Connection, sql: string): Promise<readonly Record<string, unknown>[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Record<string, unknown>[]>()
  connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as Record<string, unknown>[])))
  return promise
}
