import { sentence } from '../sentence.ts'
import { SERVER } from '../server-words.ts'
import type { KnownError, KnownErrors } from './known-error.ts'

/** Of a session that did not end by itself. */
export const SESSION_ENDED = sentence`An administrator, a restart, or a newer run or move into the same table has ended it. Check what else is running there, then run again.`

/** Of functions that checks, indexes, computed columns and triggers call. */
const EMPTY_PATH = sentence`Runs have an empty search_path. Name tables, functions and types with their schema there, or set the path: ALTER FUNCTION … SET search_path = public.`

/** A name that was free when the run was planned. */
const takenName: KnownError = [
  'TARGET_CHANGED',
  (text) => sentence`The target was created by somebody else during the run: ${text}`,
  sentence`Run again.`,
]

/** The meaning of each SQLSTATE for the user. A message may quote the server. The longest prefix wins: `57P01`, then `57`. */
const SQL_STATES: KnownErrors = {
  '08': [
    'CONNECTION_LOST',
    (text) => sentence`The connection to ${SERVER.within} was lost: ${text}`,
    sentence`Check the network and the server, then run again.`,
  ],
  '22': [
    'VALUE_REFUSED',
    (text) => sentence`A value was refused: ${text}`,
    sentence`Correct the value at the source, or change the type of the target column.`,
  ],
  '22021': [
    'VALUE_NOT_TEXT',
    (text) => sentence`A text is not valid in its encoding: ${text}`,
    sentence`Correct the text at the source: its database does not check the encoding of what it stores.`,
  ],
  '22P05': [
    'VALUE_NOT_TEXT',
    (text) => sentence`A text cannot be written in the encoding of the other database: ${text}`,
    sentence`Use a destination database with the encoding UTF8.`,
  ],
  '23': [
    'CONSTRAINT',
    (text) => sentence`A constraint of the target refused the rows: ${text}`,
    sentence`Correct the rows at the source, or change the constraint.`,
  ],
  '23502': [
    'CONSTRAINT',
    (text) => sentence`A column of the target does not accept empty values: ${text}`,
    sentence`Correct the rows at the source, or allow NULL in the column.`,
  ],
  '23503': [
    'CONSTRAINT',
    (text) => sentence`A foreign key refused the change: ${text}`,
    sentence`Move the tables it points to first, or remove the foreign key.`,
  ],
  '25006': [
    'READ_ONLY',
    (text) => sentence`The server does not accept writes: ${text}`,
    sentence`Connect to the primary server, not to a standby. Where it is the primary, somebody forbids the account to write: ALTER ROLE … SET default_transaction_read_only = off, or the same for the database or the server.`,
  ],
  '28000': [
    'ACCESS_REFUSED',
    (text) => sentence`The server refused this account: ${text}`,
    sentence`Allow the account and this address in pg_hba.conf, or check the user name.`,
    'user',
  ],
  // Not SQLSTATEs of the server: 28000, split by the kind of link that it refused.
  '28000 plain': [
    'TLS_REQUIRED',
    (text) => sentence`The server refuses this account without encryption: ${text}`,
    sentence`Choose the SSL mode "require". If that is refused too, allow the account and this address in pg_hba.conf.`,
    'sslmode',
  ],
  '28000 tls': [
    'TLS_REFUSED',
    (text) => sentence`The server refuses this account over TLS: ${text}`,
    sentence`Choose the SSL mode "prefer" or "disable" if the network is trusted, or allow hostssl for the account in pg_hba.conf.`,
    'sslmode',
  ],
  '28000 certificate': [
    'CLIENT_CERTIFICATE_REFUSED',
    sentence`The server wants a client certificate and got none.`,
    sentence`Enter a client certificate and its key that an authority of the server has signed.`,
    'sslcert',
  ],
  '28P01': [
    'PASSWORD_REFUSED',
    sentence`The server refused the user name or the password.`,
    sentence`Check both. The password is case-sensitive.`,
    'password',
  ],
  '2BP01': [
    'TARGET_CHANGED',
    (text) => sentence`Something was created on the target during the run: ${text}`,
    sentence`Its old rows are kept. Run again.`,
  ],
  '42P07': takenName,
  // Not a SQLSTATE of the server: 23505 of its own catalogs, where two sessions create the same name at the same moment.
  '23505 catalog': takenName,
  '3D000': [
    'DATABASE_NOT_FOUND',
    (text) => sentence`The server has no such database: ${text}`,
    sentence`Check the database name. It is case-sensitive.`,
    'dbname',
  ],
  '3F000': [
    'SCHEMA_NOT_FOUND',
    (text) => sentence`There is no such schema: ${text}`,
    sentence`Create it, or choose another target.`,
  ],
  '40': [
    'CONFLICT',
    (text) => sentence`The server cancelled the work because of other work: ${text}`,
    sentence`Run again.`,
  ],
  '42501': [
    'PERMISSION_MISSING',
    (text) => sentence`The account may not do this: ${text}`,
    sentence`Grant the missing permission, or use another account.`,
    'user',
  ],
  '42703': [
    'SCHEMA_CHANGED',
    (text) => sentence`A column no longer exists: ${text}`,
    sentence`Discover the connection again and check the columns of the stream.`,
  ],
  '42883': [
    'TYPE_UNKNOWN',
    (text) => sentence`A function or an operator is missing: ${text}`,
    sentence`Create it in the destination first, or leave the computed column that calls it out of the stream.`,
  ],
  // Not a SQLSTATE of the server: 42883 in a function that a check, an index or a computed column calls.
  '42883 routine': [
    'ENTITY_NOT_FOUND',
    (text) => sentence`A function of the database does not find another one: ${text}`,
    EMPTY_PATH,
  ],
  '42704 routine': [
    'ENTITY_NOT_FOUND',
    (text) => sentence`A function of the database does not find a type: ${text}`,
    EMPTY_PATH,
  ],
  '42P01': [
    'ENTITY_NOT_FOUND',
    (text) => sentence`A table no longer exists: ${text}`,
    sentence`Discover the connection again and choose the table again.`,
  ],
  // Not a SQLSTATE of the server: 42P01 in a function, where a trigger may have called it.
  '42P01 routine': [
    'ENTITY_NOT_FOUND',
    (text) => sentence`A trigger or a function of the database does not find a table: ${text}`,
    EMPTY_PATH,
  ],
  '53': [
    'SERVER_OVERLOADED',
    (text) => sentence`The server is out of resources: ${text}`,
    sentence`Free resources on the server, then run again.`,
  ],
  '53100': [
    'DISK_FULL',
    (text) => sentence`The disk of the server is full: ${text}`,
    sentence`Free or add disk space, then run again.`,
  ],
  '53300': [
    'TOO_MANY_CONNECTIONS',
    (text) => sentence`The server accepts no more connections: ${text}`,
    sentence`Close other connections or raise max_connections. A run needs one for each side: two if both sides share this limit.`,
  ],
  '53300 role': [
    'TOO_MANY_CONNECTIONS',
    (text) => sentence`The account has as many connections as its own limit allows: ${text}`,
    sentence`Close its other connections, or allow more: ALTER ROLE … CONNECTION LIMIT …. A run needs one for each side: two if both sides share this limit.`,
  ],
  '53300 database': [
    'TOO_MANY_CONNECTIONS',
    (text) => sentence`The database has as many connections as its own limit allows: ${text}`,
    sentence`Close others, or allow more: ALTER DATABASE … CONNECTION LIMIT …. A run needs one for each side: two if both sides share this limit.`,
  ],
  '53300 reserved': [
    'TOO_MANY_CONNECTIONS',
    (text) => sentence`The server keeps its last connections for other accounts: ${text}`,
    sentence`Close other connections, or raise max_connections (reserved: superuser_reserved_connections, reserved_connections). A run needs one for each side: two if both sides share this limit.`,
  ],
  '54': [
    'LIMIT_EXCEEDED',
    (text) => sentence`A limit of the server was exceeded: ${text}`,
    sentence`Choose fewer columns or smaller values.`,
  ],
  // Not a SQLSTATE of the server: 54000 of a row that does not fit a page.
  '54000 row': [
    'LIMIT_EXCEEDED',
    (text) => sentence`A row is larger than Postgres can store, which keeps each in one page: ${text}`,
    sentence`Leave columns out, or store short values as text in fewer columns: a page holds 8,160 bytes, of which a long text needs 18.`,
  ],
  '55006': [
    'OBJECT_IN_USE',
    (text) => sentence`Something still uses the object: ${text}`,
    sentence`Wait until it is free, then run again.`,
  ],
  '55P03': [
    'TABLE_BUSY',
    sentence`A long query or transaction holds the table.`,
    sentence`Wait for it to finish or end it (see pg_stat_activity), then run again.`,
  ],
  '57014': [
    'QUERY_CANCELLED',
    (text) => sentence`The server stopped the work: ${text}`,
    sentence`Raise the limit that stopped it, or run again.`,
  ],
  '57P': [
    'CONNECTION_LOST',
    (text) => sentence`${SERVER.first} closed the connection: ${text}`,
    sentence`Run again when the server is up.`,
  ],
  '57P01': ['CONNECTION_LOST', (text) => sentence`${SERVER.first} ended the session: ${text}`, SESSION_ENDED],
  '57P03': [
    'SERVER_STARTING',
    (text) => sentence`The server is not ready yet: ${text}`,
    sentence`Try again in a moment.`,
  ],
  '72000': [
    'CONFLICT',
    (text) => sentence`The server no longer has the rows as they were when the run began: ${text}`,
    sentence`Run again.`,
  ],
  '0A000': [
    'NOT_SUPPORTED',
    (text) => sentence`The server cannot do this: ${text}`,
    sentence`Choose another mode or target, or a newer server.`,
  ],
  '25P02': ['CONFLICT', (text) => sentence`The server cancelled the transaction: ${text}`, sentence`Run again.`],
  '25P03': [
    'CONNECTION_LOST',
    (text) => sentence`${SERVER.first} ended a session that waited too long: ${text}`,
    sentence`Run again.`,
  ],
  '42601': [
    'NOT_SUPPORTED',
    (text) => sentence`The server does not understand the statement: ${text}`,
    sentence`Report it, with the version of the server.`,
  ],
  '42704': [
    'TYPE_UNKNOWN',
    (text) => sentence`The server does not know a type: ${text}`,
    sentence`Create the type or its extension in the destination, or leave the column out.`,
  ],
  '42804': [
    'TARGET_MISMATCH',
    (text) => sentence`A column has another type than its values: ${text}`,
    sentence`Change the type of the target column, or convert the column in a step.`,
  ],
  '42809': [
    'TARGET_MISMATCH',
    (text) => sentence`The target is not a table: ${text}`,
    sentence`Choose another target.`,
  ],
  '42830': [
    'TARGET_MISMATCH',
    (text) => sentence`A foreign key does not fit the target: ${text}`,
    sentence`Remove the foreign key, or choose the mode "upsert".`,
  ],
  '42P10': [
    'KEY_NOT_UNIQUE',
    (text) => sentence`No unique index of the target covers the key: ${text}`,
    sentence`Create a unique index on the key columns.`,
  ],
  '55000': [
    'OBJECT_IN_USE',
    (text) => sentence`The object is not in a state for this: ${text}`,
    sentence`Wait until it is ready, then run again.`,
  ],
  '58': [
    'SERVER_TROUBLE',
    (text) => sentence`The server has an internal error: ${text}`,
    sentence`Check its logs, then run again.`,
  ],
  '58030': [
    'DATABASE_DAMAGED',
    (text) => sentence`The server could not read or write its files: ${text}`,
    sentence`Check the disk and the logs of the server.`,
  ],
  XX001: [
    'DATABASE_DAMAGED',
    (text) => sentence`The server found damaged data: ${text}`,
    sentence`Check the server: a table or its file is broken.`,
  ],
  XX002: [
    'DATABASE_DAMAGED',
    (text) => sentence`The server found a damaged index: ${text}`,
    sentence`Rebuild the index with REINDEX, then run again.`,
  ],
}

/** By the whole state, otherwise by its first three or two characters, which are its class (PostgreSQL, appendix A). */
export const sqlStateOf = (state: string): KnownError | undefined =>
  SQL_STATES[state] ??
  SQL_STATES[state.slice(0, 3)] ??
  (/^[0-9A-Z]{5}$/.test(state) ? SQL_STATES[state.slice(0, 2)] : undefined)
