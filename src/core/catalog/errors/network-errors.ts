import { sentence } from '../sentence.ts'
import { SERVER } from '../server-words.ts'
import type { KnownError, KnownErrors } from './known-error.ts'

/** An established connection that was lost. */
export const LOST: KnownError = [
  'CONNECTION_LOST',
  sentence`The connection to ${SERVER.within} was lost.`,
  sentence`Check the network and the server, then run again.`,
]
const unreachable: KnownError = [
  'HOST_UNREACHABLE',
  sentence`The server did not answer.`,
  sentence`Check the host and port, and that firewalls on the way let this server in.`,
  'host',
]
const distrusted: KnownError = [
  'CERTIFICATE_NOT_TRUSTED',
  sentence`The certificate of the server is not trusted.`,
  sentence`Have the certificate signed by an authority this server knows.`,
  'sslmode',
]
const noTls: KnownError = [
  'TLS_FAILED',
  sentence`The server and Millrace could not agree on a TLS connection.`,
  sentence`Check the TLS settings of the server.`,
  'sslmode',
]

/** A server that requires one says so in an alert, which may come after the handshake. */
const refusedClient: KnownError = [
  'CLIENT_CERTIFICATE_REFUSED',
  sentence`The server does not accept the client certificate, or wants one and got none.`,
  sentence`Enter a client certificate and its key that an authority of the server has signed.`,
  'sslcert',
]

/** The meaning of codes of Node's sockets, resolver, TLS and fetch (nodejs.org/api/errors.html, `os.constants.errno`, undici's errors). */
const NETWORK_ERRORS: KnownErrors = {
  ECONNRESET: LOST,
  EPIPE: LOST,
  ETIMEDOUT: LOST,
  ECONNABORTED: LOST,
  ERR_STREAM_DESTROYED: LOST,
  ERR_STREAM_PREMATURE_CLOSE: LOST,
  ERR_STREAM_WRITE_AFTER_END: LOST,
  PROTOCOL_CONNECTION_LOST: LOST,
  UND_ERR_SOCKET: LOST,
  UND_ERR_HEADERS_TIMEOUT: LOST,
  UND_ERR_BODY_TIMEOUT: LOST,
  ENETDOWN: unreachable,
  ENETUNREACH: unreachable,
  EHOSTUNREACH: unreachable,
  EHOSTDOWN: unreachable,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  ECONNREFUSED: [
    'PORT_CLOSED',
    sentence`Nothing answers at this host and port.`,
    sentence`Check the port, and that the server is running and listens on this address.`,
    'port',
  ],
  ENOTFOUND: ['HOST_NOT_FOUND', sentence`The host cannot be found.`, sentence`Check the spelling.`, 'host'],
  EAI_AGAIN: [
    'NAME_SERVER_SILENT',
    sentence`The name server did not answer.`,
    sentence`Run again when it does.`,
    'host',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'CERTIFICATE_WRONG_HOST',
    sentence`The certificate of the server is issued for another host.`,
    sentence`Use the host name that is in the certificate.`,
    'host',
  ],
  CERT_HAS_EXPIRED: distrusted,
  CERT_NOT_YET_VALID: distrusted,
  CERT_REVOKED: distrusted,
  CERT_UNTRUSTED: distrusted,
  CERT_REJECTED: distrusted,
  CERT_SIGNATURE_FAILURE: distrusted,
  CERT_CHAIN_TOO_LONG: distrusted,
  CRL_HAS_EXPIRED: distrusted,
  INVALID_CA: distrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: distrusted,
  SELF_SIGNED_CERT_IN_CHAIN: distrusted,
  UNABLE_TO_GET_ISSUER_CERT: distrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: distrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: distrusted,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: refusedClient,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: refusedClient,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: refusedClient,
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: refusedClient,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: refusedClient,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: refusedClient,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: refusedClient,
  EPROTO: noTls,
}

/** The many codes of OpenSSL all have the same meaning. */
export const networkErrorOf = (code: string): KnownError | undefined =>
  NETWORK_ERRORS[code] ?? (/^ERR_(SSL|TLS)_/.test(code) ? noTls : undefined)
