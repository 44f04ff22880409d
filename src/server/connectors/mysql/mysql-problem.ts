import type { Problem } from '../connector.ts'
import { ConnectorError } from '../connector.ts'

export type Side = 'source' | 'destination'

type Row = readonly [code: string, message: string, hint?: string, options?: { field?: string; retryable?: true }]

const again = { retryable: true } as const

const refusedPassword: Row = [
  'PASSWORD_REFUSED',
  'The server refused the user name or the password.',
  'Check both. The password is case-sensitive. The account may also be limited to other addresses.',
  { field: 'password' },
]
const missingPermission: Row = [
  'PERMISSION_MISSING',
  'The account may not do this: %',
  'Grant the missing permission (GRANT … ON the database or table TO the account), or use another account.',
  { field: 'user' },
]
const lostConnection: Row = [
  'CONNECTION_LOST',
  'The connection to the server was lost.',
  'Check the network and the server, then run again.',
  again,
]
const refusedValue: Row = [
  'VALUE_NOT_REPRESENTABLE',
  'The target cannot hold a value: %',
  'Correct the value at the source, or change the type of the target column.',
]
const refusedRow: Row = [
  'CONSTRAINT',
  'A constraint of the target refused the rows: %',
  'Correct the rows at the source, or change the constraint.',
]
const fullDisk: Row = ['DISK_FULL', 'The disk of the server is full: %', 'Free or add disk space, then run again.']
const changedSource: Row = [
  'SOURCE_CHANGED',
  'A table was changed after the run began: %',
  'Nothing was changed at the target. Run again.',
  again,
]
const goneTable: Row = [
  'ENTITY_NOT_FOUND',
  'A table is no longer there: %',
  'Discover the connection again and choose the table anew.',
]
const tooMany: Row = [
  'TOO_MANY_CONNECTIONS',
  'The server accepts no more connections: %',
  'Close other connections or raise max_connections.',
  again,
]
const stopped: Row = [
  'QUERY_CANCELLED',
  'The server stopped the work: %',
  'Raise the limit that stopped it, or run again.',
  again,
]
const unsafePassword: Row = [
  'PASSWORD_IN_CLEAR',
  'The server asks for the password in a way that would show it to others.',
  'Let the account sign in with caching_sha2_password or mysql_native_password.',
  { field: 'user' },
]

/** What each number of an error means for a person; `%` is what the server said. MySQL and MariaDB share the numbers up to 1999. */
const ERRORS: Readonly<Record<number, Row>> = {
  1021: fullDisk,
  1040: tooMany,
  1044: missingPermission,
  1045: refusedPassword,
  1048: refusedRow,
  1049: [
    'DATABASE_NOT_FOUND',
    'The server has no such database: %',
    'Check the database name. On most servers it is case-sensitive.',
    { field: 'database' },
  ],
  1050: [
    'TARGET_CHANGED',
    'The target was made by somebody else while rows were on their way to it: %',
    'Run again.',
    again,
  ],
  1053: ['CONNECTION_LOST', 'The server is shutting down.', 'Run again when the server is up.', again],
  1054: ['SCHEMA_CHANGED', 'A column is no longer there: %', 'Discover the connection again and check the columns.'],
  1062: refusedRow,
  1114: fullDisk,
  1118: [
    'LIMIT_EXCEEDED',
    'The columns are too wide for one row of a table: %',
    'Choose fewer columns, or make the table yourself with TEXT columns.',
  ],
  1129: [
    'ACCESS_REFUSED',
    'The server has blocked this address: %',
    'Unblock it there: FLUSH HOSTS.',
    { field: 'host' },
  ],
  1130: [
    'ACCESS_REFUSED',
    'The server does not let this address in: %',
    'Allow it for the account.',
    { field: 'host' },
  ],
  1142: missingPermission,
  1143: missingPermission,
  1146: goneTable,
  1153: [
    'VALUE_TOO_LARGE',
    'A row is larger than the server takes: %',
    'Raise max_allowed_packet on the server, or leave the column out.',
  ],
  1159: lostConnection,
  1161: lostConnection,
  1203: tooMany,
  1205: [
    'TABLE_BUSY',
    'A long query or transaction holds the target table.',
    'Wait for it to finish or end it (see SHOW PROCESSLIST), then run again.',
    again,
  ],
  1206: [
    'CONFLICT',
    'The server has no room for more locks: %',
    'Raise innodb_buffer_pool_size, then run again.',
    again,
  ],
  1213: ['CONFLICT', 'The server gave the work up because of other work: %', 'Run again.', again],
  1226: tooMany,
  1227: missingPermission,
  1251: unsafePassword,
  1264: refusedValue,
  1265: refusedValue,
  1290: [
    'READ_ONLY',
    'The server takes no writes: %',
    'Connect to the primary server, not to a replica, or turn read_only off.',
  ],
  1292: refusedValue,
  1317: stopped,
  1364: refusedRow,
  1366: refusedValue,
  1370: missingPermission,
  1406: refusedValue,
  1411: refusedValue,
  1412: changedSource,
  1451: refusedRow,
  1452: refusedRow,
  1568: changedSource,
  1644: refusedRow,
  1698: refusedPassword,
  1792: ['READ_ONLY', 'The server takes no writes: %', 'Connect to the primary server, not to a replica.'],
  1820: [
    'PASSWORD_EXPIRED',
    'The password of the account has expired.',
    'Give the account a new password, then edit the connection.',
    { field: 'password' },
  ],
  1836: ['READ_ONLY', 'The server takes no writes: %', 'Connect to the primary server, not to a replica.'],
  1927: lostConnection,
  1969: stopped,
  2006: lostConnection,
  2013: lostConnection,
  3024: stopped,
  3118: ['ACCESS_REFUSED', 'The account is locked: %', 'Unlock it: ALTER USER … ACCOUNT UNLOCK.', { field: 'user' }],
  3140: refusedValue,
  3159: [
    'TLS_REQUIRED',
    'The server takes only encrypted connections: %',
    'Turn TLS on at the server.',
    { field: 'host' },
  ],
  3819: refusedRow,
  3948: ['NOT_SUPPORTED', 'The server does not take LOAD DATA LOCAL: %', 'Run again.', again],
  4025: refusedRow,
  4151: ['ACCESS_REFUSED', 'The account is locked: %', 'Unlock it: ALTER USER … ACCOUNT UNLOCK.', { field: 'user' }],
  4166: ['NOT_SUPPORTED', 'The server does not take LOAD DATA LOCAL: %', 'Run again.', again],
}

/** Codes of the driver and of sockets that have no number. */
const CODES: Readonly<Record<string, Row>> = {
  HANDSHAKE_SSL_ERROR: [
    'TLS_FAILED',
    'The server and Millrace could not agree on a TLS connection.',
    'Check the TLS settings of the server.',
    { field: 'host' },
  ],
  AUTH_SWITCH_PLUGIN_ERROR: unsafePassword,
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: unsafePassword,
}

const SOCKET_ERRORS =
  /^(ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED|ENETDOWN|ENETUNREACH|EHOSTUNREACH|ERR_STREAM_DESTROYED|PROTOCOL_CONNECTION_LOST)$/

/** Codes that say which end failed, because the person must know where to look. */
const SIDED = new Set(['CONNECTION_LOST', 'STALLED'])

/** Turns whatever the driver, the socket or the server threw into words. Never carries a password or more than 2 KB of the server's text. */
export function mysqlProblem(error: unknown, side?: Side, secret = ''): Problem {
  if (error instanceof ConnectorError) return withSide(error.problem, side)
  const { errno, code, message } = reportOf(error)
  const said = cleanText(message, secret)
  const row =
    ERRORS[errno] ?? CODES[code] ?? (SOCKET_ERRORS.test(code) || isLostText(message) ? lostConnection : undefined)
  if (!row) return { code: 'DATABASE_ERROR', message: said, retryable: false }
  const [name, text, hint, options] = row
  return withSide(
    { code: name, message: text.replace('%', () => said), ...(hint && { hint }), retryable: false, ...options },
    side,
  )
}

export const mysqlError = (error: unknown, side?: Side, secret?: string) =>
  error instanceof ConnectorError && !side
    ? error
    : new ConnectorError(mysqlProblem(error, side, secret), { cause: error })

const isLostText = (message: string) => /closed state|connection lost|socket|ended by the other party/i.test(message)

function withSide(problem: Problem, side: Side | undefined): Problem {
  if (!side || !SIDED.has(problem.code)) return problem
  const message = problem.message
    .replace('the server', `the ${side} server`)
    .replace('The server', `The ${side} server`)
  return { ...problem, code: `${side.toUpperCase()}_${problem.code}`, message }
}

function reportOf(error: unknown): { errno: number; code: string; message: string } {
  if (!(error instanceof Error)) return { errno: 0, code: '', message: String(error) }
  const { errno, code } = error as { errno?: unknown; code?: unknown }
  return {
    errno: typeof errno === 'number' ? errno : 0,
    code: typeof code === 'string' ? code : '',
    message: error.message,
  }
}

function cleanText(text: string, secret: string): string {
  const shown = secret.length > 2 ? text.replaceAll(secret, '********') : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out of a stranger's text
  return shown.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 2_000)
}
