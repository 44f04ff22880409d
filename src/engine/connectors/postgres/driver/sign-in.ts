import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { AnswerSize } from '../../sql/answer-size.ts'
import { closedUnanswered } from '../../sql/closed-unanswered.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import { limitAnswer } from '../../sql/limit-answer.ts'
import { internalsOf } from './client-internals.ts'
import { guarded } from './guarded-messages.ts'
import { notPostgres } from './negotiate-tls.ts'
import { processOf, refuseSharedSession } from './own-server-session.ts'
import { PostgresSession } from './postgres-session.ts'
import { readCurrency } from './read-currency.ts'
import { applySettings } from './session-settings.ts'

/** In bytes; a greeting has a few hundred. */
const LONGEST_GREETING = 1 << 20

/** Actions of a session on separate connections. */
export interface OtherConnections {
  /** Encrypted as this one is. */
  readonly openLink: () => Promise<Socket>
  readonly isAtWork: (processId: string) => Promise<boolean>
}

/** Signs in over a connected socket, and makes values in the protocol exact. @throws ConnectorError, or the server's answer */
export async function signIn(
  credentials: DatabaseCredentials,
  socket: Socket,
  deadline: AbortSignal,
  { openLink, isAtWork }: OtherConnections,
): Promise<PostgresSession> {
  const { host } = credentials
  const answerSize = new AnswerSize(host, socket)
  const client = clientOn(socket, credentials, answerSize)
  const greeting = limitAnswer(socket, LONGEST_GREETING)
  let first: number | undefined
  const look = ([byte]: Buffer) => {
    first ??= byte
  }
  socket.on('data', look)
  const abort = () => socket.destroy()
  deadline.addEventListener('abort', abort)
  try {
    await client.connect()
    const { processID, secretKey } = internalsOf(client)
    const process = await processOf(client)
    const openOther = async () => {
      const link = await openLink()
      const other = clientOn(link, credentials, new AnswerSize(host, link))
      await other.connect()
      return other
    }
    if (process !== String(processID)) await refuseSharedSession(client, host, openOther)
    await applySettings(client)
    const currency = await readCurrency(client)
    const { rows } = await client.query<{ version: string }>(
      `SELECT pg_catalog.current_setting('server_version_num') AS version`,
    )
    const [{ version = '' } = {}] = rows
    return new PostgresSession(
      client,
      { socket, answerSize },
      {
        version: Number(version),
        currency,
        sendCancel: async () => {
          const link = await openLink()
          await sendAndWait(link, cancelRequest(processID, secretKey))
        },
        isAtWork: () => isAtWork(process),
      },
    )
  } catch (error) {
    throw signInError(error, socket, first)
  } finally {
    greeting.end()
    socket.off('data', look)
    deadline.removeEventListener('abort', abort)
  }
}

/** A client of the driver that has not signed in. */
function clientOn(
  socket: Socket,
  { user, password, database, readsLog }: DatabaseCredentials,
  answerSize: AnswerSize,
): pg.Client {
  const client = new pg.Client({
    host: 'already-connected',
    user,
    // As a function, because the driver treats an empty password as missing and then searches its environment and home folder.
    password: () => password,
    database,
    ssl: false,
    application_name: 'millrace',
    ...defined({ replication: readsLog && 'database' }),
    stream: () => asIfConnecting(socket),
    types: { getTypeParser: () => (value: string) => value },
  })
  // Without a listener the process ends when the server closes the connection.
  client.on('error', () => {})
  refuseClearTextPasswords(client, socket)
  guardMessages(client, socket, answerSize)
  return client
}

/** The driver insists on connecting the socket itself; this one is already connected. */
function asIfConnecting(socket: Socket): Socket {
  const connected = () => {
    process.nextTick(() => {
      socket.emit('connect')
      socket.resume()
    })
    return socket
  }
  return Object.assign(socket, { connect: connected })
}

function guardMessages(client: pg.Client, socket: Socket, answerSize: AnswerSize): void {
  const { connection } = internalsOf(client)
  const attach = connection.attachListeners.bind(connection)
  const on = ((event: string, listener: (bytes: Buffer) => void) =>
    socket.on(event, event === 'data' ? guarded(socket, listener, answerSize) : listener)) as Socket['on']
  connection.attachListeners = () => attach({ on })
}

/** An impostor of the server could request the password in clear text; without encryption we do not send it. */
function refuseClearTextPasswords(client: pg.Client, socket: Socket): void {
  internalsOf(client).connection.prependListener('authenticationCleartextPassword', () => {
    const isLoopback =
      socket.remoteAddress === '::1' || socket.remoteAddress?.replace('::ffff:', '').startsWith('127.') === true
    if (socket instanceof TLSSocket || isLoopback) return
    socket.destroy(
      new ConnectorError({
        code: 'PASSWORD_IN_CLEAR',
        message: sentence`The server asks for the password over a connection that is not encrypted.`,
        hint: sentence`Turn TLS on at the server, or set the account to scram-sha-256 in pg_hba.conf.`,
        field: 'sslmode',
      }),
    )
  })
}

/** Possible answers of Postgres to a greeting: authentication, an error, a notice, or its protocol version. */
const FIRST_MESSAGES = 'RENv'

/** @param first the first byte that the server has sent */
function signInError(error: unknown, socket: Socket, first: number | undefined): unknown {
  if (error instanceof ConnectorError) return error
  if (socket.errored instanceof ConnectorError) return socket.errored
  if (!(error instanceof Error)) return error
  if ('severity' in error) return Object.assign(error, { link: socket instanceof TLSSocket ? 'tls' : 'plain' })
  if (/non-empty string/.test(error.message))
    return Object.assign(new Error('the password is empty'), { code: '28P01' })
  if (first === undefined) return /terminated unexpectedly|ECONNRESET/.test(error.message) ? closedUnanswered() : error
  const isStranger = !FIRST_MESSAGES.includes(String.fromCharCode(first))
  return isStranger || /SASL|invalid response/.test(error.message) ? notPostgres() : error
}

function cancelRequest(processId: number, secretKey: number): Buffer {
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(80877102, 4)
  message.writeInt32BE(processId, 8)
  message.writeInt32BE(secretKey, 12)
  return message
}

/** The server executes it and closes; there is no other answer. */
function sendAndWait(socket: Socket, message: Buffer): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => {}).on('close', () => resolve())
    socket.resume()
    socket.end(message)
  })
}
