import type { Problem } from '../connector.ts'
import { ConnectorError } from '../connector.ts'

export type Side = 'source' | 'destination'

type Row = readonly [code: string, message: string, hint?: string, options?: { field?: string; retryable?: true }]

const again = { retryable: true } as const

/** What each SQLSTATE means for a person. `%` is what the server said. Longest prefix wins: `57P01`, then `57`. */
const SQL_STATES: Readonly<Record<string, Row>> = {
  '08': [
    'CONNECTION_LOST',
    'The connection to the server was lost: %',
    'Check the network and the server, then run again.',
    again,
  ],
  '22': [
    'VALUE_REFUSED',
    'A value was refused: %',
    'Correct the value at the source, or change the type of the target column.',
  ],
  '22021': [
    'VALUE_NOT_TEXT',
    'A text is not valid in its encoding: %',
    'Correct the text at the source: its database does not check the encoding of what it stores.',
  ],
  '22P05': [
    'VALUE_NOT_TEXT',
    'A text cannot be written in the encoding of the other database: %',
    'Use a destination database with the encoding UTF8.',
  ],
  '23': [
    'CONSTRAINT',
    'A constraint of the target refused the rows: %',
    'Correct the rows at the source, or change the constraint.',
  ],
  '23502': [
    'CONSTRAINT',
    'A column of the target takes no empty values: %',
    'Correct the rows at the source, or allow NULL in the column.',
  ],
  '23503': [
    'CONSTRAINT',
    'A foreign key refused the change: %',
    'Move the tables it points to first, or remove the foreign key.',
  ],
  '25006': ['READ_ONLY', 'The server takes no writes: %', 'Connect to the primary server, not to a standby.'],
  '28000': [
    'ACCESS_REFUSED',
    'The server refused this account: %',
    'Allow the account and this address in pg_hba.conf, or check the user name.',
    { field: 'user' },
  ],
  // Not SQLSTATEs of the server: 28000, told apart by the kind of link it refused.
  '28000 plain': [
    'TLS_REQUIRED',
    'The server refuses this account without encryption: %',
    'Choose the SSL mode "require". If that is refused too, allow the account and this address in pg_hba.conf.',
    { field: 'sslmode' },
  ],
  '28000 tls': [
    'TLS_REFUSED',
    'The server refuses this account over TLS: %',
    'Choose the SSL mode "prefer" or "disable" if the network is trusted, or allow hostssl for the account in pg_hba.conf.',
    { field: 'sslmode' },
  ],
  '28P01': [
    'PASSWORD_REFUSED',
    'The server refused the user name or the password.',
    'Check both. The password is case-sensitive.',
    { field: 'password' },
  ],
  '2BP01': [
    'TARGET_CHANGED',
    'Something was built on the target while rows were on their way to it: %',
    'Its old rows are kept. Run again.',
    again,
  ],
  '42P07': [
    'TARGET_CHANGED',
    'The target was made by somebody else while rows were on their way to it: %',
    'Run again.',
    again,
  ],
  '3D000': [
    'DATABASE_NOT_FOUND',
    'The server has no such database: %',
    'Check the database name. It is case-sensitive.',
    { field: 'dbname' },
  ],
  '3F000': ['SCHEMA_NOT_FOUND', 'There is no such schema: %', 'Create it, or choose another target.'],
  '40': ['CONFLICT', 'The server gave the work up because of other work: %', 'Run again.', again],
  '42501': [
    'PERMISSION_MISSING',
    'The account may not do this: %',
    'Grant the missing permission, or use another account.',
    { field: 'user' },
  ],
  '42703': [
    'SCHEMA_CHANGED',
    'A column is no longer there: %',
    'Discover the connection again and check the columns of the stream.',
  ],
  '42P01': [
    'ENTITY_NOT_FOUND',
    'A table is no longer there: %',
    'Discover the connection again and choose the table anew.',
  ],
  '53': [
    'SERVER_OVERLOADED',
    'The server is out of resources: %',
    'Free resources on the server, then run again.',
    again,
  ],
  '53100': ['DISK_FULL', 'The disk of the server is full: %', 'Free or add disk space, then run again.'],
  '53300': [
    'TOO_MANY_CONNECTIONS',
    'The server accepts no more connections: %',
    'Close other connections or raise max_connections.',
    again,
  ],
  '54': ['LIMIT_EXCEEDED', 'A limit of the server was exceeded: %', 'Choose fewer columns or smaller values.'],
  '55006': ['OBJECT_IN_USE', 'Something still uses the object: %', 'Wait until it is free, then run again.', again],
  '55P03': [
    'TABLE_BUSY',
    'A long query or transaction holds the target table.',
    'Wait for it to finish or end it (see pg_stat_activity), then run again.',
    again,
  ],
  '57014': [
    'QUERY_CANCELLED',
    'The server stopped the work: %',
    'Raise the limit that stopped it, or run again.',
    again,
  ],
  '57P': ['CONNECTION_LOST', 'The server closed the connection: %', 'Run again when the server is up.', again],
  '57P03': ['SERVER_STARTING', 'The server is not ready yet: %', 'Try again in a moment.', again],
  '0A000': ['NOT_SUPPORTED', 'The server cannot do this: %'],
}

/** What each error of a socket means, once a connection stood. */
const SOCKET_ERRORS = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ERR_STREAM_DESTROYED',
])

/** What the driver says instead; the last where the server ended a session while nothing was asked of it. */
const LOST = /terminated|timeout expired|socket|ended by the other party|is not queryable/i

/** Codes that say which end failed, because the person must know where to look. */
const SIDED = new Set(['CONNECTION_LOST', 'STALLED'])

/** Turns whatever the driver, the socket or the server threw into words. Never carries a password or more than 2 KB of the server's text. */
export function postgresProblem(error: unknown, side?: Side, secret = ''): Problem {
  if (error instanceof ConnectorError) return withSide(error.problem, side)
  const { code = '', message } = reportOf(error)
  const said = cleanText(message, secret)
  const row =
    SQL_STATES[`${code}${linkOf(message)}`] ??
    SQL_STATES[code] ??
    SQL_STATES[code.slice(0, 3)] ??
    (/^[0-9A-Z]{5}$/.test(code) ? SQL_STATES[code.slice(0, 2)] : undefined)
  if (row) {
    const [name, text, hint, options] = row
    return withSide(
      {
        code: name,
        message: text.replace('%', () => said),
        ...(hint && { hint }),
        retryable: false,
        ...options,
      },
      side,
    )
  }
  if (SOCKET_ERRORS.has(code) || LOST.test(message)) {
    return withSide(
      {
        code: 'CONNECTION_LOST',
        message: 'The connection to the server was lost.',
        hint: 'Check the network and the server, then run again.',
        retryable: true,
      },
      side,
    )
  }
  return { code: 'DATABASE_ERROR', message: said, retryable: false }
}

export const postgresError = (error: unknown, side?: Side, secret?: string) =>
  error instanceof ConnectorError && !side
    ? error
    : new ConnectorError(postgresProblem(error, side, secret), {
        cause: error,
      })

/** The server says in its text, and nowhere else, whether it minds the encryption or the lack of it. */
const linkOf = (message: string) =>
  /, no encryption$/.test(message) ? ' plain' : /, SSL encryption$/.test(message) ? ' tls' : ''

function withSide(problem: Problem, side: Side | undefined): Problem {
  if (!side || !SIDED.has(problem.code)) return problem
  const message = problem.message
    .replace('the server', `the ${side} server`)
    .replace('The server', `The ${side} server`)
  return { ...problem, code: `${side.toUpperCase()}_${problem.code}`, message }
}

function reportOf(error: unknown): { code?: string; message: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, detail, where } = error as {
    code?: unknown
    detail?: unknown
    where?: unknown
  }
  const parts = [error.message, detail, where].filter((part) => typeof part === 'string' && part !== '')
  return {
    ...(typeof code === 'string' && { code }),
    message: parts.join(' · '),
  }
}

function cleanText(text: string, secret: string): string {
  const shown = secret.length > 2 ? text.replaceAll(secret, '********') : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out of a stranger's text
  return shown.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 2_000)
}
