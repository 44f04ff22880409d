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
const missingPermission: KnownError = [
  'PERMISSION_MISSING',
  (said) => sentence`The account may not do this: ${said}`,
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
  (said) => sentence`${SERVER.first} ended the session: ${said}`,
  SESSION_ENDED,
]
const refusedValue: KnownError = [
  'VALUE_NOT_REPRESENTABLE',
  (said) => sentence`The target cannot hold a value: ${said}`,
  sentence`Correct the value at the source, or change the type of the target column.`,
]
const refusedRow: KnownError = [
  'CONSTRAINT',
  (said) => sentence`A constraint of the target refused the rows: ${said}`,
  sentence`Correct the rows at the source, or change the constraint.`,
]
const missingValue: KnownError = [
  'CONSTRAINT',
  (said) => sentence`A column of the target does not accept empty values: ${said}`,
  sentence`Correct the rows at the source, or allow NULL in the column.`,
]
const fullIndex: KnownError = [
  'LIMIT_EXCEEDED',
  (said) => sentence`An index of the target cannot hold the column: ${said}`,
  sentence`Drop the index, or let it hold only the beginning of the column (a prefix length). Then run again.`,
]
const brokenView: KnownError = [
  'VIEW_BROKEN',
  (said) => sentence`The server cannot read a view: ${said}`,
  sentence`The account that defined it, or something that it uses, is gone. Define it again under an account that exists: ALTER DEFINER = CURRENT_USER VIEW … AS SELECT ….`,
]
const fullDisk: KnownError = [
  'DISK_FULL',
  (said) => sentence`The disk of the server is full: ${said}`,
  sentence`Free or add disk space, then run again.`,
]
const changedSource: KnownError = [
  'SOURCE_CHANGED',
  (said) => sentence`A table was changed after the run began: ${said}`,
  sentence`Nothing was changed at the target. Run again.`,
]
const goneTable: KnownError = [
  'ENTITY_NOT_FOUND',
  (said) => sentence`A table no longer exists: ${said}`,
  sentence`Discover the connection again and choose the table again.`,
]
const tooMany: KnownError = [
  'TOO_MANY_CONNECTIONS',
  (said) => sentence`The server accepts no more connections: ${said}`,
  sentence`Close other connections or raise max_connections. A run needs one for each side: two if both sides share this limit.`,
]
const tooManyOfAccount: KnownError = [
  'TOO_MANY_CONNECTIONS',
  (said) => sentence`The account has as many connections as its own limit allows: ${said}`,
  sentence`Close its other connections, or allow more: ALTER USER … WITH MAX_USER_CONNECTIONS …, or max_user_connections of the server. A run needs one for each side: two if both sides share this limit.`,
]
const overloaded: KnownError = [
  'SERVER_OVERLOADED',
  (said) => sentence`The server is out of memory or threads: ${said}`,
  sentence`Free resources on the server, then run again.`,
]
const stopped: KnownError = [
  'QUERY_CANCELLED',
  (said) => sentence`The server stopped the work: ${said}`,
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
    (said) => sentence`The storage of the server failed: ${said}`,
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
    (said) => sentence`The server has no such database: ${said}`,
    sentence`Check the database name. On most servers it is case-sensitive.`,
    'database',
  ],
  1050: [
    'TARGET_CHANGED',
    (said) => sentence`The target was created by somebody else during the run: ${said}`,
    sentence`Run again.`,
  ],
  1053: ['CONNECTION_LOST', sentence`${SERVER.first} is shutting down.`, sentence`Run again when the server is up.`],
  1054: [
    'SCHEMA_CHANGED',
    (said) => sentence`A column no longer exists: ${said}`,
    sentence`Discover the connection again and check the columns.`,
  ],
  1059: [
    'NAME_NOT_POSSIBLE',
    (said) => sentence`MySQL cannot have this name: ${said}`,
    sentence`Choose another target.`,
  ],
  1062: refusedRow,
  1071: fullIndex,
  1114: fullDisk,
  1118: [
    'LIMIT_EXCEEDED',
    (said) => sentence`The columns are too wide for one row of a table: ${said}`,
    sentence`Choose fewer columns, or make the table yourself with TEXT columns.`,
  ],
  1129: [
    'ACCESS_REFUSED',
    (said) => sentence`The server has blocked this address: ${said}`,
    sentence`Unblock it there: FLUSH HOSTS.`,
    'host',
  ],
  1130: [
    'ACCESS_REFUSED',
    (said) => sentence`The server does not let this address in: ${said}`,
    sentence`Allow it for the account.`,
    'host',
  ],
  1135: overloaded,
  1136: [
    'TARGET_MISMATCH',
    (said) => sentence`The target has other columns than the rows: ${said}`,
    sentence`Choose the columns again, or choose another target.`,
  ],
  1142: missingPermission,
  1143: missingPermission,
  1146: goneTable,
  1153: [
    'VALUE_TOO_LARGE',
    (said) => sentence`A row is larger than the server accepts: ${said}`,
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
    (said) => sentence`The server has no room for more locks: ${said}`,
    sentence`Raise innodb_buffer_pool_size, then run again.`,
  ],
  1213: [
    'CONFLICT',
    (said) => sentence`The server cancelled the work because of other work: ${said}`,
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
    (said) => sentence`The server does not accept writes: ${said}`,
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
    (said) => sentence`The server does not accept writes: ${said}`,
    sentence`Connect to the primary server, not to a replica, or turn transaction_read_only off.`,
  ],
  1820: expiredPassword,
  1836: [
    'READ_ONLY',
    (said) => sentence`The server does not accept writes: ${said}`,
    sentence`Connect to the primary server, not to a replica.`,
  ],
  1862: expiredPassword,
  1927: endedSession,
  1932: [
    'DATABASE_DAMAGED',
    (said) => sentence`A table is no longer in the engine of the server: ${said}`,
    sentence`Check the server.`,
  ],
  1969: stopped,
  2006: lostConnection,
  2013: lostConnection,
  3024: stopped,
  3169: endedSession,
  3118: [
    'ACCESS_REFUSED',
    (said) => sentence`The account is locked: ${said}`,
    sentence`Unlock it: ALTER USER … ACCOUNT UNLOCK.`,
    'user',
  ],
  3140: refusedValue,
  3159: [
    'TLS_REQUIRED',
    (said) => sentence`The server accepts only encrypted connections: ${said}`,
    sentence`Turn TLS on at the server.`,
    'host',
  ],
  3750: [
    'KEY_REQUIRED',
    sentence`The server accepts only tables with a primary key (sql_require_primary_key is on).`,
    sentence`Move a table with a key, or have the server add keys (sql_generate_invisible_primary_key).`,
  ],
  3819: refusedRow,
  3948: [
    'LOCAL_DATA_REFUSED',
    (said) => sentence`The server does not accept LOAD DATA LOCAL: ${said}`,
    sentence`Rows are sent in another way: run again.`,
  ],
  4025: refusedRow,
  4151: [
    'ACCESS_REFUSED',
    (said) => sentence`The account is locked: ${said}`,
    sentence`Unlock it: ALTER USER … ACCOUNT UNLOCK.`,
    'user',
  ],
  4166: [
    'LOCAL_DATA_REFUSED',
    (said) => sentence`The server does not accept LOAD DATA LOCAL: ${said}`,
    sentence`Rows are sent in another way: run again.`,
  ],
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
