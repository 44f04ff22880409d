import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { secureSocket } from '../../../net/tls/secure-socket.ts'
import { socketUntil } from '../../../net/tls/socket-until.ts'
import type { TlsSettings } from '../../../net/tls/tls-settings.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { closedUnanswered } from '../../sql/closed-unanswered.ts'

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Requests TLS from the server and starts it on the socket. @throws ConnectorError; the caller destroys the socket. */
export async function negotiateTls(
  socket: Socket,
  host: string,
  settings: TlsSettings,
  signal: AbortSignal,
): Promise<TLSSocket> {
  socket.write(SSL_REQUEST)
  const answer = await firstBytes(socket, signal)
  if (answer.length === 1 && answer[0] === 0x53) return secureSocket(socket, host, settings, signal)
  const isRequestError = answer.length === 1 && answer[0] === 0x4e
  if (isRequestError || answer[0] === 0x45) {
    throw new ConnectorError({
      code: 'TLS_NOT_OFFERED',
      message: sentence`The server does not offer TLS.`,
      hint: sentence`Turn TLS on at the server, or choose the SSL mode "prefer" or "disable" if the network is trusted.`,
      field: 'sslmode',
    })
  }
  // More than one byte would be text that somebody injected before the encryption (CVE-2021-23222).
  throw notPostgres()
}

export const notPostgres = () =>
  new ConnectorError({
    code: 'NOT_POSTGRES',
    message: sentence`The server at this host and port is not Postgres.`,
    hint: sentence`Check the host and the port. Postgres usually listens on 5432.`,
    field: 'port',
  })

function firstBytes(socket: Socket, signal: AbortSignal): Promise<Buffer> {
  return socketUntil<Buffer>(socket, signal, (resolve, reject) => {
    socket.once('data', (bytes: Buffer) => {
      // No data may be lost between this listener and the next one.
      socket.pause()
      resolve(bytes)
    })
    socket.once('end', () => reject(closedUnanswered()))
  }).finally(() => socket.removeAllListeners('data').removeAllListeners('end'))
}
