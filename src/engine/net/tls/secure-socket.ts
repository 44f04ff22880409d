import { isIP, type Socket } from 'node:net'
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import { defined } from '../../../core/catalog/defined.ts'
import { networkErrorOf } from '../../../core/catalog/errors/network-errors.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { invalidCredential } from '../../ports/invalid-credential.ts'
import { knownProblem } from '../../ports/known-problem.ts'
import { socketUntil } from './socket-until.ts'
import { type TlsSettings, verifies } from './tls-settings.ts'

/**
 * Starts TLS on a socket whose server waits for it, and verifies the server if the settings require it.
 * @throws ConnectorError; the caller destroys the socket.
 */
export function secureSocket(
  socket: Socket,
  host: string,
  settings: TlsSettings,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = connect(
    defined({
      socket,
      host,
      secureContext: contextOf(settings),
      // A server name must not be an address (RFC 6066, section 3).
      servername: isIP(host) === 0 ? host : undefined,
      rejectUnauthorized: verifies(settings),
      checkServerIdentity: settings.sslmode !== 'verify-full' ? () => undefined : undefined,
    }),
  )
  // A lost tunnel emits an error; without this listener the connection through it would only end.
  socket.once('error', (error) => {
    if (error instanceof ConnectorError) secured.destroy(error)
  })
  return socketUntil<TLSSocket>(secured, signal, (resolve) =>
    secured.once('secureConnect', () => resolve(secured)),
  ).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw certificateError(error, host, settings)
  })
}

function contextOf({ authority, identity }: TlsSettings): SecureContext {
  try {
    return createSecureContext(defined({ ca: authority, cert: identity?.certificate, key: identity?.key }))
  } catch {
    throw invalidCredential(identity ? 'sslkey' : 'sslrootcert')
  }
}

function certificateError(error: unknown, host: string, { authority }: TlsSettings): ConnectorError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new ConnectorError(
      {
        code: 'CERTIFICATE_WRONG_HOST',
        message: sentence`The certificate of the server is not issued for "${host}".`,
        hint: sentence`Use the host name that is in the certificate, or the SSL mode "verify-ca".`,
        field: 'sslmode',
      },
      { cause: error },
    )
  }
  const network = networkErrorOf(code)
  if (network?.[0] === 'CLIENT_CERTIFICATE_REFUSED') return new ConnectorError(knownProblem(network), { cause: error })
  if (/CERT|SIGNATURE|ISSUER|CRL|CA_|DEPTH_ZERO/.test(code) && !code.startsWith('ERR_SSL')) {
    return new ConnectorError(authority === undefined ? unknownAuthority(code) : anotherAuthority(code), {
      cause: error,
    })
  }
  return new ConnectorError(
    {
      code: 'TLS_FAILED',
      message: sentence`The server and Millrace could not agree on a TLS connection.`,
      hint: sentence`Check the TLS settings of the server, or choose the SSL mode "disable" if the network is trusted.`,
      field: 'sslmode',
    },
    { cause: error },
  )
}

const unknownAuthority = (code: string) =>
  ({
    code: 'CERTIFICATE_NOT_TRUSTED',
    message: sentence`The certificate of the server is not trusted (${code}).`,
    hint: sentence`Enter the certificate of the authority that signed it as the CA certificate, or use the SSL mode "require", which encrypts without checking who answers.`,
    field: 'sslmode',
  }) as const

const anotherAuthority = (code: string) =>
  ({
    code: 'CERTIFICATE_NOT_TRUSTED',
    message: sentence`The certificate of the server is not signed by the CA certificate of this connection (${code}).`,
    hint: sentence`Enter the certificate of the authority that signed the server’s, with those between them if there are any.`,
    field: 'sslrootcert',
  }) as const
