import { sentence } from '../sentence.ts'
import { SERVER } from '../server-words.ts'
import type { KnownError, KnownErrors } from './known-error.ts'
import { SESSION_ENDED } from './sql-states.ts'

const refusedPassword: KnownError = [
  'PASSWORD_REFUSED',
  sentence`The server refused the user name or the password.`,
  sentence`Check both. The password is case-sensitive. The account may also be limited to other addresses, or want encryption or a client certificate.`,
  'password',
]
const lockedAccount: KnownError = [
  'ACCESS_REFUSED',
  (text) => sentence`The account is locked: ${text}`,
  sentence`Unlock it: ALTER USER … ACCOUNT UNLOCK.`,
  'user',
]
const refusedLocalData: KnownError = [
  'LOCAL_DATA_REFUSED',
  (text) => sentence`The server does not accept LOAD DATA LOCAL: ${text}`,
  sentence`Rows are sent in another way: run again.`,
]
const missingPermission: KnownError = [
  'PERMISSION_MISSING',
  (text) => sentence`The account may not do this: ${text}`,
  sentence`Grant the missing permission (GRANT … ON the database or table TO the account), or use another account.`,
  'user',
]
const lostConnection: KnownError = [
  'CONNECTION_LOST',
  sentence`The connection to ${SERVER.within} was lost.`,
  sentence`Check the network and the server, then run again.`,
]
const endedSession: KnownError = [
  'CONNECTION_LOST',
  (text) => sentence`${SERVER.first} ended the session: ${text}`,
  SESSION_ENDED,
]
const refusedValue: KnownError = [
  'VALUE_NOT_REPRESENTABLE',
  (text) => sentence`The target cannot hold a value: ${text}`,
  sentence`Correct the value at the source, or change the type of the target column.`,
]
const refusedRow: KnownError = [
  'CONSTRAINT',
  (text) => sentence`A constraint of the target refused the rows: ${text}`,
  sentence`Correct the rows at the source, or change the constraint.`,
]
const missingValue: KnownError = [
  'CONSTRAINT',
  (text) => sentence`A column of the target does not accept empty values: ${text}`,
  sentence`Correct the rows at the source, or allow NULL in the column.`,
]
const fullIndex: KnownError = [
  'LIMIT_EXCEEDED',
  (text) => sentence`An index of the target cannot hold the column: ${text}`,
  sentence`Drop the index, or let it hold only the beginning of the column (a prefix length). Then run again.`,
]
const brokenView: KnownError = [
  'VIEW_BROKEN',
  (text) => sentence`The server cannot read a view: ${text}`,
  sentence`The account that defined it, or something that it uses, is gone. Define it again under an account that exists: ALTER DEFINER = CURRENT_USER VIEW … AS SELECT ….`,
]
const fullDisk: KnownError = [
  'DISK_FULL',
  (text) => sentence`The disk of the server is full: ${text}`,
  sentence`Free or add disk space, then run again.`,
]
const changedSource: KnownError = [
  'SOURCE_CHANGED',
  (text) => sentence`A table was changed after the run began: ${text}`,
  sentence`Nothing was changed at the target. Run again.`,
]
const goneTable: KnownError = [
  'ENTITY_NOT_FOUND',
  (text) => sentence`A table no longer exists: ${text}`,
  sentence`Discover the connection again and choose the table again.`,
]
const tooMany: KnownError = [
  'TOO_MANY_CONNECTIONS',
  (text) => sentence`The server accepts no more connections: ${text}`,
  sentence`Close other connections or raise max_connections. A run needs one for each side: two if both sides share this limit.`,
]
const tooManyOfAccount: KnownError = [
  'TOO_MANY_CONNECTIONS',
  (text) => sentence`The account has as many connections as its own limit allows: ${text}`,
  sentence`Close its other connections, or allow more: ALTER USER … WITH MAX_USER_CONNECTIONS …, or max_user_connections of the server. A run needs one for each side: two if both sides share this limit.`,
]
const overloaded: KnownError = [
  'SERVER_OVERLOADED',
  (text) => sentence`The server is out of memory or threads: ${text}`,
  sentence`Free resources on the server, then run again.`,
]
const stopped: KnownError = [
  'QUERY_CANCELLED',
  (text) => sentence`The server stopped the work: ${text}`,
  sentence`Raise the limit that stopped it, or run again.`,
]
const expiredPassword: KnownError = [
  'PASSWORD_EXPIRED',
  sentence`The password of the account has expired.`,
  sentence`Give the account a new password, then edit the connection.`,
  'password',
]
const unsafePassword: KnownError = [
  'PASSWORD_IN_CLEAR',
  sentence`The server asks for the password in a way that would show it to others.`,
  sentence`Let the account sign in with caching_sha2_password or mysql_native_password.`,
  'user',
]

/** The meaning of each error number for people; `%` is the server's message. MySQL and MariaDB share the numbers up to 1999. */
export const MYSQL_ERRORS: Readonly<Record<number, KnownError>> = {
  1021: fullDisk,
  1022: refusedRow,
  1028: stopped,
  1030: [
    'DATABASE_DAMAGED',
    (text) => sentence`The storage of the server failed: ${text}`,
    sentence`Check the disk and the logs of the server.`,
  ],
  1037: overloaded,
  1038: overloaded,
  1040: tooMany,
  1041: overloaded,
  1044: missingPermission,
  1045: refusedPassword,
  1048: missingValue,
  1049: [
    'DATABASE_NOT_FOUND',
    (text) => sentence`The server has no such database: ${text}`,
    sentence`Check the database name. On most servers it is case-sensitive.`,
    'database',
  ],
  1050: [
    'TARGET_CHANGED',
    (text) => sentence`The target was created by somebody else during the run: ${text}`,
    sentence`Run again.`,
  ],
  1053: ['CONNECTION_LOST', sentence`${SERVER.first} is shutting down.`, sentence`Run again when the server is up.`],
  1054: [
    'SCHEMA_CHANGED',
    (text) => sentence`A column no longer exists: ${text}`,
    sentence`Discover the connection again and check the columns.`,
  ],
  1059: [
    'NAME_NOT_POSSIBLE',
    (text) => sentence`MySQL cannot have this name: ${text}`,
    sentence`Choose another target.`,
  ],
  1062: refusedRow,
  1071: fullIndex,
  1114: fullDisk,
  1118: [
    'LIMIT_EXCEEDED',
    (text) => sentence`The columns are too wide for one row of a table: ${text}`,
    sentence`Choose fewer columns, or make the table yourself with TEXT columns.`,
  ],
  1129: [
    'ACCESS_REFUSED',
    (text) => sentence`The server has blocked this address: ${text}`,
    sentence`Unblock it there: FLUSH HOSTS.`,
    'host',
  ],
  1130: [
    'ACCESS_REFUSED',
    (text) => sentence`The server does not let this address in: ${text}`,
    sentence`Allow it for the account.`,
    'host',
  ],
  1135: overloaded,
  1136: [
    'TARGET_MISMATCH',
    (text) => sentence`The target has other columns than the rows: ${text}`,
    sentence`Choose the columns again, or choose another target.`,
  ],
  1142: missingPermission,
  1143: missingPermission,
  1146: goneTable,
  1153: [
    'VALUE_TOO_LARGE',
    (text) => sentence`A row is larger than the server accepts: ${text}`,
    sentence`Raise max_allowed_packet on the server, or leave the column out.`,
  ],
  1152: lostConnection,
  1158: lostConnection,
  1159: lostConnection,
  1160: lostConnection,
  1161: lostConnection,
  1170: fullIndex,
  1203: tooManyOfAccount,
  1205: [
    'TABLE_BUSY',
    sentence`A long query or transaction holds the table.`,
    sentence`Wait for it to finish or end it (see SHOW PROCESSLIST), then run again.`,
  ],
  1206: [
    'CONFLICT',
    (text) => sentence`The server has no room for more locks: ${text}`,
    sentence`Raise innodb_buffer_pool_size, then run again.`,
  ],
  1213: [
    'CONFLICT',
    (text) => sentence`The server cancelled the work because of other work: ${text}`,
    sentence`Run again.`,
  ],
  1216: refusedRow,
  1217: refusedRow,
  1226: tooManyOfAccount,
  1227: missingPermission,
  1251: unsafePassword,
  1263: missingValue,
  1264: refusedValue,
  1265: refusedValue,
  1290: [
    'READ_ONLY',
    (text) => sentence`The server does not accept writes: ${text}`,
    sentence`Connect to the primary server, not to a replica, or turn read_only off.`,
  ],
  1292: refusedValue,
  1300: refusedValue,
  1317: stopped,
  1356: brokenView,
  1364: refusedRow,
  1366: refusedValue,
  1370: missingPermission,
  1406: refusedValue,
  1411: refusedValue,
  1412: changedSource,
  1449: brokenView,
  1451: refusedRow,
  1452: refusedRow,
  1526: refusedRow,
  1568: changedSource,
  1644: refusedRow,
  1690: refusedValue,
  1698: refusedPassword,
  1786: [
    'NOT_SUPPORTED',
    sentence`With GTIDs this version of MySQL cannot reject single rows: it refuses the table in which they would be checked.`,
    sentence`Let the run fail at invalid rows instead, or write to MySQL 8.0.21 or newer.`,
  ],
  1792: [
    'READ_ONLY',
    (text) => sentence`The server does not accept writes: ${text}`,
    sentence`Connect to the primary server, not to a replica, or turn transaction_read_only off.`,
  ],
  1820: expiredPassword,
  1836: [
    'READ_ONLY',
    (text) => sentence`The server does not accept writes: ${text}`,
    sentence`Connect to the primary server, not to a replica.`,
  ],
  1862: expiredPassword,
  1927: endedSession,
  1932: [
    'DATABASE_DAMAGED',
    (text) => sentence`A table is no longer in the engine of the server: ${text}`,
    sentence`Check the server.`,
  ],
  1969: stopped,
  2006: lostConnection,
  2013: lostConnection,
  3024: stopped,
  3169: endedSession,
  3118: lockedAccount,
  3140: refusedValue,
  // JSON that is too deep, of MySQL and of MariaDB.
  3157: refusedValue,
  3159: [
    'TLS_REQUIRED',
    (text) => sentence`The server accepts only encrypted connections: ${text}`,
    sentence`Turn TLS on at the server.`,
    'host',
  ],
  3750: [
    'KEY_REQUIRED',
    sentence`The server accepts only tables with a primary key (sql_require_primary_key is on).`,
    sentence`Move a table with a key, or have the server add keys (sql_generate_invisible_primary_key).`,
  ],
  3819: refusedRow,
  3948: refusedLocalData,
  4025: refusedRow,
  4040: refusedValue,
  4151: lockedAccount,
  4166: refusedLocalData,
}

/** Codes of the driver and of sockets without a number. */
export const MYSQL_DRIVER_ERRORS: KnownErrors = {
  HANDSHAKE_SSL_ERROR: [
    'TLS_FAILED',
    sentence`The server and Millrace could not agree on a TLS connection.`,
    sentence`Check the TLS settings of the server.`,
    'sslmode',
  ],
  AUTH_SWITCH_PLUGIN_ERROR: unsafePassword,
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: unsafePassword,
}
