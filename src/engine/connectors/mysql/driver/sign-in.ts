import type { Socket } from 'node:net'

import { type Connection, type ConnectionOptions, createConnection } from 'mysql2'
import { defined } from '../../../../core/catalog/defined.ts'
import { secureSocket } from '../../../net/tls/secure-socket.ts'
import { AnswerSize } from '../../sql/answer-size.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import { limitAnswer } from '../../sql/limit-answer.ts'
import { type DriverCommand, type DriverPacket, guardPackets } from './guarded-packets.ts'
import { notMysql } from './read-greeting.ts'

/** The purpose of a session: the server may request rows only from a session that writes, and takes several statements at once only from a script. */
export type SessionUse = 'read' | 'write' | 'script'

export interface SignedIn {
  readonly connection: Connection
  readonly socket: Socket
  readonly answerSize: AnswerSize
  readonly version: string
  readonly threadId: number
  /** As `CURRENT_USER()`: its host is a part of the account, not the address of the client. */
  readonly account: string
}

/** Fields of the driver's connection that its types do not include. */
export interface Internals {
  stream: Socket
  /** Of the next packet. */
  readonly sequenceId: number
  readonly packetParser: { execute(bytes: Buffer): void; onPacket(packet: DriverPacket): void }
  readonly _command: DriverCommand | null
  startTLS(onSecure: (error?: unknown) => void): void
  _handleNetworkError(error: unknown): void
  _handleFatalError(error: Error): void
}

export const internalsOf = (connection: Connection) => connection as unknown as Internals

/**
 * Answers the server's greeting, which is still on the socket. Settles when the connection is encrypted, if required; `finish` settles after the sign-in.
 * @param secureUntil encrypts the connection; the signal aborts it
 */
export async function startSignIn(
  credentials: DatabaseCredentials,
  use: SessionUse,
  stream: Socket,
  secureUntil: AbortSignal | undefined,
): Promise<{ finish(): Promise<SignedIn> }> {
  const connection = createConnection(driverOptions(credentials, use, stream, secureUntil !== undefined))
  const driver = internalsOf(connection)
  const signedIn = Promise.withResolvers<void>()
  // A waiting caller gets the error; the process must not end if nobody waits yet.
  signedIn.promise.catch(() => {})
  const secured = Promise.withResolvers<void>()
  secured.promise.catch(() => {})
  const answerSize = new AnswerSize(credentials.host, stream, (error) => driver.stream.destroy(error))
  guardPackets(driver, answerSize)
  // This listener stays, because without one the process ends when the server closes the connection.
  connection.on('error', signedIn.reject)

  if (secureUntil) {
    // The driver's own TLS does not compare the certificate with a host that is an IP address, and reports no stages.
    driver.startTLS = (onSecure) => {
      stream.removeAllListeners('data')
      secureSocket(stream, credentials.host, credentials.tls, secureUntil).then((socket) => {
        driver.stream = socket
        socket.on('data', (bytes: Buffer) => driver.packetParser.execute(bytes))
        socket.on('error', (error) => driver._handleNetworkError(error))
        secured.resolve()
        onSecure()
      }, secured.reject)
    }
  } else secured.resolve()

  connection.connect((error) => (error ? signedIn.reject(error) : signedIn.resolve()))
  // The reader of the greeting has paused it.
  stream.resume()
  await Promise.race([secured.promise, signedIn.promise])

  return {
    finish: async () => {
      await signedIn.promise
      return { connection, socket: driver.stream, answerSize, ...(await describeSession(connection)) }
    },
  }
}

const driverOptions = (
  { host, user, password, database }: DatabaseCredentials,
  use: SessionUse,
  stream: Socket,
  isSecure: boolean,
): ConnectionOptions =>
  defined({
    host,
    user,
    password,
    database,
    stream,
    // Our own deadline ends it; the driver's timer would continue afterwards.
    connectTimeout: 0,
    // This only requests TLS; our own code does the verification.
    ssl: isSecure ? { rejectUnauthorized: true } : undefined,
    // Without the first flag the server does not even know that it could request a file; the others change the meaning of statements.
    flags: [
      ...(use === 'write' ? [] : ['-LOCAL_FILES']),
      '-IGNORE_SPACE',
      '-CLIENT_QUERY_ATTRIBUTES',
      '-SESSION_TRACK',
    ],
    multipleStatements: use === 'script',
    connectAttributes: { program_name: 'millrace' },
    // A server must not be able to make us run code that is built from its column names.
    disableEval: true,
  })

async function describeSession(connection: Connection) {
  // A server may give a session no row at all.
  await ask(connection, ALL_ROWS).catch(() => {})
  const [row] = await ask(connection, 'SELECT VERSION() AS version, CONNECTION_ID() AS id, CURRENT_USER() AS account')
  const { version, id, account } = row ?? {}
  if (version === undefined) throw notMysql()
  return { version: String(version), threadId: Number(id), account: String(account) }
}

const ALL_ROWS = 'SET SESSION sql_select_limit = 18446744073709551615'

/** An answer here has one row. */
const LONGEST_ANSWER = 1 << 20

export function ask(connection: Connection, sql: string): Promise<readonly Record<string, unknown>[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Record<string, unknown>[]>()
  const limit = limitAnswer(internalsOf(connection).stream, LONGEST_ANSWER)
  connection.query(sql, (error, rows) =>
    error ? reject(error) : resolve(Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []),
  )
  return promise.finally(limit.end)
}
