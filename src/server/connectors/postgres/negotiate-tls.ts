import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { connect } from 'node:tls'

import { closedUnanswered } from '../closed-unanswered.ts'
import { ConnectorError } from '../connector.ts'
import type { SslMode } from './postgres-credentials.ts'

/** Tried in turn; the next one only where the server refuses this one's kind of link. Meaning: libpq, "SSL Mode Descriptions". */
export const ATTEMPTS: Readonly<Record<SslMode, readonly ('plain' | 'tls')[]>> = {
  disable: ['plain'],
  allow: ['plain', 'tls'],
  prefer: ['tls', 'plain'],
  require: ['tls'],
  'verify-ca': ['tls'],
  'verify-full': ['tls'],
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Asks the server for TLS and puts it on the socket. @throws ConnectorError; the caller destroys the socket. */
export async function negotiateTls(
  socket: Socket,
  host: string,
  mode: SslMode,
  signal: AbortSignal,
): Promise<TLSSocket> {
  socket.write(SSL_REQUEST)
  const answer = await firstBytes(socket, signal)
  if (answer.length === 1 && answer[0] === 0x53) return handshake(socket, host, mode, signal)
  const isRefusal = answer.length === 1 && answer[0] === 0x4e
  if (isRefusal || answer[0] === 0x45) {
    throw new ConnectorError({
      code: 'TLS_NOT_OFFERED',
      message: 'The server does not offer TLS.',
      hint: 'Turn TLS on at the server, or choose the SSL mode "prefer" or "disable" if the network is trusted.',
      field: 'sslmode',
      retryable: false,
    })
  }
  // More than the one byte would be text that somebody on the way slipped in before the encryption (CVE-2021-23222).
  throw notPostgres()
}

export const notPostgres = () =>
  new ConnectorError({
    code: 'NOT_POSTGRES',
    message: 'What answers at this host and port is not Postgres.',
    hint: 'Check the host and the port. Postgres usually listens on 5432.',
    field: 'port',
    retryable: false,
  })

function firstBytes(socket: Socket, signal: AbortSignal): Promise<Buffer> {
  return until<Buffer>(socket, signal, (resolve, reject) => {
    socket.once('data', (bytes: Buffer) => {
      // Nothing may be lost between this listener and the next one.
      socket.pause()
      resolve(bytes)
    })
    socket.once('end', () => reject(closedUnanswered()))
  }).finally(() => socket.removeAllListeners('data').removeAllListeners('end'))
}

function handshake(socket: Socket, host: string, mode: SslMode, signal: AbortSignal): Promise<TLSSocket> {
  const verifies = mode === 'verify-ca' || mode === 'verify-full'
  const secured = connect({
    socket,
    host,
    // A server name must not be an address (RFC 6066, section 3).
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: verifies,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  })
  return until<TLSSocket>(secured, signal, (resolve) => secured.once('secureConnect', () => resolve(secured))).catch(
    (error: unknown) => {
      if (signal.aborted) throw error
      throw certificateError(error, host)
    },
  )
}

/** Settles with what `wait` finds, or rejects when the socket dies or the signal is given. */
function until<T>(
  socket: Socket,
  signal: AbortSignal,
  wait: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const abort = () => reject(signal.reason)
  const close = () => reject(Object.assign(new Error('socket closed'), { code: 'ECONNRESET' }))
  signal.addEventListener('abort', abort)
  socket.on('error', reject).on('close', close)
  if (signal.aborted) abort()
  wait(resolve, reject)
  return promise.finally(() => {
    signal.removeEventListener('abort', abort)
    // The last listener stays with the next owner: a socket without one takes the process down when it dies.
    socket
      .on('error', () => {})
      .off('error', reject)
      .off('close', close)
  })
}

function certificateError(error: unknown, host: string): ConnectorError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new ConnectorError(
      {
        code: 'CERTIFICATE_WRONG_HOST',
        message: `The certificate of the server is not made out to "${host}".`,
        hint: 'Use the host name that is in the certificate, or the SSL mode "verify-ca".',
        field: 'sslmode',
        retryable: false,
      },
      { cause: error },
    )
  }
  if (/CERT|SIGNATURE|ISSUER|CRL|CA_|DEPTH_ZERO/.test(code) && !code.startsWith('ERR_SSL')) {
    return new ConnectorError(
      {
        code: 'CERTIFICATE_NOT_TRUSTED',
        message: `The certificate of the server is not trusted (${code}).`,
        hint: 'Have the certificate signed by an authority this server knows, or use the SSL mode "require", which encrypts without checking who answers.',
        field: 'sslmode',
        retryable: false,
      },
      { cause: error },
    )
  }
  return new ConnectorError(
    {
      code: 'TLS_FAILED',
      message: 'The server and Millrace could not agree on a TLS connection.',
      hint: 'Check the TLS settings of the server, or choose the SSL mode "disable" if the network is trusted.',
      field: 'sslmode',
      retryable: false,
    },
    { cause: error },
  )
}
