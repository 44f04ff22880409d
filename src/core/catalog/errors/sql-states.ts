import type { KnownError, KnownErrors } from './known-error.ts'

/** The meaning of each SQLSTATE for people. `%` is the server's message. The longest prefix wins: `57P01`, then `57`. */
const SQL_STATES: KnownErrors = {
  '08': [
    'CONNECTION_LOST',
    'The connection to the server was lost: %',
    'Check the network and the server, then run again.',
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
    'A column of the target does not accept empty values: %',
    'Correct the rows at the source, or allow NULL in the column.',
  ],
  '23503': [
    'CONSTRAINT',
    'A foreign key refused the change: %',
    'Move the tables it points to first, or remove the foreign key.',
  ],
  '25006': ['READ_ONLY', 'The server does not accept writes: %', 'Connect to the primary server, not to a standby.'],
  '28000': [
    'ACCESS_REFUSED',
    'The server refused this account: %',
    'Allow the account and this address in pg_hba.conf, or check the user name.',
    'user',
  ],
  // Not SQLSTATEs of the server: 28000, split by the kind of link that it refused.
  '28000 plain': [
    'TLS_REQUIRED',
    'The server refuses this account without encryption: %',
    'Choose the SSL mode "require". If that is refused too, allow the account and this address in pg_hba.conf.',
    'sslmode',
  ],
  '28000 tls': [
    'TLS_REFUSED',
    'The server refuses this account over TLS: %',
    'Choose the SSL mode "prefer" or "disable" if the network is trusted, or allow hostssl for the account in pg_hba.conf.',
    'sslmode',
  ],
  '28000 certificate': [
    'CLIENT_CERTIFICATE_REFUSED',
    'The server wants a client certificate and got none.',
    'Enter a client certificate and its key that an authority of the server has signed.',
    'sslcert',
  ],
  '28P01': [
    'PASSWORD_REFUSED',
    'The server refused the user name or the password.',
    'Check both. The password is case-sensitive.',
    'password',
  ],
  '2BP01': [
    'TARGET_CHANGED',
    'Something was created on the target during the run: %',
    'Its old rows are kept. Run again.',
  ],
  '42P07': ['TARGET_CHANGED', 'The target was created by somebody else during the run: %', 'Run again.'],
  '3D000': [
    'DATABASE_NOT_FOUND',
    'The server has no such database: %',
    'Check the database name. It is case-sensitive.',
    'dbname',
  ],
  '3F000': ['SCHEMA_NOT_FOUND', 'There is no such schema: %', 'Create it, or choose another target.'],
  '40': ['CONFLICT', 'The server cancelled the work because of other work: %', 'Run again.'],
  '42501': [
    'PERMISSION_MISSING',
    'The account may not do this: %',
    'Grant the missing permission, or use another account.',
    'user',
  ],
  '42703': [
    'SCHEMA_CHANGED',
    'A column no longer exists: %',
    'Discover the connection again and check the columns of the stream.',
  ],
  '42P01': [
    'ENTITY_NOT_FOUND',
    'A table no longer exists: %',
    'Discover the connection again and choose the table again.',
  ],
  '53': ['SERVER_OVERLOADED', 'The server is out of resources: %', 'Free resources on the server, then run again.'],
  '53100': ['DISK_FULL', 'The disk of the server is full: %', 'Free or add disk space, then run again.'],
  '53300': [
    'TOO_MANY_CONNECTIONS',
    'The server accepts no more connections: %',
    'Close other connections or raise max_connections.',
  ],
  '54': ['LIMIT_EXCEEDED', 'A limit of the server was exceeded: %', 'Choose fewer columns or smaller values.'],
  '55006': ['OBJECT_IN_USE', 'Something still uses the object: %', 'Wait until it is free, then run again.'],
  '55P03': [
    'TABLE_BUSY',
    'A long query or transaction holds the table.',
    'Wait for it to finish or end it (see pg_stat_activity), then run again.',
  ],
  '57014': ['QUERY_CANCELLED', 'The server stopped the work: %', 'Raise the limit that stopped it, or run again.'],
  '57P': ['CONNECTION_LOST', 'The server closed the connection: %', 'Run again when the server is up.'],
  '57P03': ['SERVER_STARTING', 'The server is not ready yet: %', 'Try again in a moment.'],
  '72000': ['CONFLICT', 'The server no longer has the rows as they were when the run began: %', 'Run again.'],
  '0A000': ['NOT_SUPPORTED', 'The server cannot do this: %', 'Choose another mode or target, or a newer server.'],
  '25P02': ['CONFLICT', 'The server cancelled the transaction: %', 'Run again.'],
  '25P03': ['CONNECTION_LOST', 'The server ended a session that waited too long: %', 'Run again.'],
  '42601': [
    'NOT_SUPPORTED',
    'The server does not understand the statement: %',
    'Report it, with the version of the server.',
  ],
  '42704': [
    'TYPE_UNKNOWN',
    'The server does not know a type: %',
    'Create the type or its extension in the destination, or leave the column out.',
  ],
  '42804': [
    'TARGET_MISMATCH',
    'A column has another type than its values: %',
    'Change the type of the target column, or convert the column in a step.',
  ],
  '42809': ['TARGET_MISMATCH', 'The target is not a table: %', 'Choose another target.'],
  '42830': [
    'TARGET_MISMATCH',
    'A foreign key does not fit the target: %',
    'Remove the foreign key, or choose the mode "upsert".',
  ],
  '42P10': [
    'KEY_NOT_UNIQUE',
    'No unique index of the target covers the key: %',
    'Create a unique index on the key columns.',
  ],
  '55000': ['OBJECT_IN_USE', 'The object is not in a state for this: %', 'Wait until it is ready, then run again.'],
  '58': ['SERVER_TROUBLE', 'The server has an internal error: %', 'Check its logs, then run again.'],
  '58030': [
    'DATABASE_DAMAGED',
    'The server could not read or write its files: %',
    'Check the disk and the logs of the server.',
  ],
  XX001: ['DATABASE_DAMAGED', 'The server found damaged data: %', 'Check the server: a table or its file is broken.'],
  XX002: ['DATABASE_DAMAGED', 'The server found a damaged index: %', 'Rebuild the index with REINDEX, then run again.'],
}

/** By the whole state, otherwise by its first three or two characters, which are its class (PostgreSQL, appendix A). */
export const sqlStateOf = (state: string): KnownError | undefined =>
  SQL_STATES[state] ??
  SQL_STATES[state.slice(0, 3)] ??
  (/^[0-9A-Z]{5}$/.test(state) ? SQL_STATES[state.slice(0, 2)] : undefined)
