import type { FlowConfig, FlowStream } from '../../src/core/flows/flow.ts'
import type { DataCheckResult } from '../../src/core/runs/receipts/stream-receipt.ts'
import type { RunError } from '../../src/core/runs/run.ts'

/** One of the commonest causes of failed runs, as this product reports it, and what is offered for it. */
export interface CommonCause {
  readonly cause: string
  readonly error: Pick<RunError, 'code' | 'message'> & Partial<RunError>
  readonly at?: 'source' | 'destination'
  readonly source?: string
  readonly destination?: string
  /** Settings of the table that failed. */
  readonly stream?: Partial<FlowStream>
  readonly config?: Partial<FlowConfig>
  readonly failedCheck?: DataCheckResult
  /** Columns of the source now, if they were read. */
  readonly columnsNow?: readonly string[]
  /** What is offered: a kind of mend, the act on the flow, or the text to copy. */
  readonly mends: readonly string[]
  /** What else there is: where the link beside the error leads, or why nothing is offered. */
  readonly otherwise?: string
}

const FORM = 'A link opens the form of the connection, with the field of the error.'
const OWN = 'It lies in the other system; the message says what to do there.'

/** The forty, most of them over all connectors. `docs/mends.md` is made from this table, and each row is a test. */
export const COMMON_CAUSES: readonly CommonCause[] = [
  // Sign-in.
  {
    cause: 'The user name or the password is refused',
    error: {
      code: 'PASSWORD_REFUSED',
      message: 'The server refused the user name or the password.',
      fix: 'credentials',
    },
    at: 'source',
    mends: [],
    otherwise: FORM,
  },
  {
    cause: 'Google’s consent has expired or was withdrawn',
    error: { code: 'REAUTH_REQUIRED', message: 'Google no longer gives access.', fix: 'credentials' },
    at: 'source',
    source: 'google_sheets',
    mends: [],
    otherwise: '*Connect again* opens Google’s consent.',
  },
  {
    cause: 'An API key is refused (Metronome, SendGrid, SMTP2GO, AWS)',
    error: { code: 'SIGN_IN_REFUSED', message: 'Metronome did not accept the credentials.', fix: 'credentials' },
    at: 'destination',
    destination: 'metronome',
    mends: [],
    otherwise: FORM,
  },
  {
    cause: 'The password of the account has expired (MySQL)',
    error: { code: 'PASSWORD_EXPIRED', message: 'The password of the account has expired.', account: 'loader' },
    at: 'destination',
    destination: 'mysql',
    mends: ['copy renew-password'],
  },
  {
    cause: 'The account is locked (MySQL)',
    error: {
      code: 'ACCESS_REFUSED',
      message: "The account is locked: Access denied for user 'loader'@'10.0.0.%'. Account is locked.",
      object: { kind: 'account', name: 'loader' },
    },
    at: 'destination',
    destination: 'mysql',
    mends: ['copy unlock-account'],
  },
  {
    cause: 'pg_hba.conf does not allow the account or the address',
    error: {
      code: 'ACCESS_REFUSED',
      message:
        'The server refused this account: no pg_hba.conf entry for host "10.0.0.7", user "reader", database "shop", SSL encryption',
      object: { kind: 'login', name: 'reader', address: '10.0.0.7', database: 'shop', link: 'hostssl' },
    },
    at: 'source',
    mends: ['copy access-rule'],
  },
  {
    cause: 'The account may not log in any more (Postgres)',
    error: {
      code: 'ACCESS_REFUSED',
      message: 'The server refused this account: role "reader" is not permitted to log in',
      object: { kind: 'account', name: 'reader' },
    },
    at: 'source',
    mends: ['copy unlock-account'],
  },
  {
    cause: 'The server wants TLS, or does not offer it',
    error: { code: 'TLS_NOT_OFFERED', message: 'The server does not offer TLS.', fix: 'credentials', field: 'sslmode' },
    at: 'source',
    mends: [],
    otherwise: FORM,
  },
  // Network.
  {
    cause: 'The host is not found',
    error: { code: 'HOST_NOT_FOUND', message: 'There is no host of this name.', fix: 'credentials', field: 'host' },
    at: 'source',
    mends: [],
    otherwise: FORM,
  },
  {
    cause: 'The port is closed: the server is down, or a firewall refuses',
    error: { code: 'PORT_CLOSED', message: 'Nothing listens on this port.' },
    at: 'source',
    mends: ['run-again'],
    otherwise: FORM,
  },
  {
    cause: 'The server does not answer in time, or the connection is lost',
    error: { code: 'SOURCE_CONNECTION_LOST', message: 'The connection to the source server was lost.' },
    at: 'source',
    mends: ['run-again'],
  },
  {
    cause: 'The SSH server does not forward',
    error: { code: 'TUNNEL_FORWARDING_REFUSED', message: 'The SSH server does not forward connections.' },
    at: 'source',
    mends: ['copy forwarding'],
    otherwise: FORM,
  },
  // Permissions.
  {
    cause: 'A permission for a table is missing (Postgres)',
    error: {
      code: 'PERMISSION_MISSING',
      message: 'The account may not do this: permission denied for table orders',
      object: { kind: 'table', name: 'orders' },
      account: 'reader',
    },
    at: 'source',
    mends: ['copy grant'],
  },
  {
    cause: 'A permission for a schema is missing (Postgres)',
    error: {
      code: 'PERMISSION_MISSING',
      message: 'The account may not create tables in the schema "public".',
      object: { kind: 'schema', name: 'public' },
      account: 'writer',
    },
    at: 'destination',
    mends: ['copy grant'],
  },
  {
    cause: 'The account is not the owner of the table that has to change (Postgres)',
    error: {
      code: 'PERMISSION_MISSING',
      message: 'The source has changed, and the account may not change public.orders accordingly: tax (integer).',
      object: { kind: 'table', schema: 'public', name: 'orders', right: 'OWNER' },
      account: 'writer',
    },
    at: 'destination',
    mends: ['copy owner'],
  },
  {
    cause: 'A permission is missing (MySQL, MariaDB)',
    error: {
      code: 'PERMISSION_MISSING',
      message: "The account may not do this: INSERT command denied to user 'loader'@'%' for table `shop`.`orders`",
      object: { kind: 'table', schema: 'shop', name: 'orders' },
      account: 'loader',
    },
    at: 'destination',
    destination: 'mysql',
    mends: ['copy grant'],
  },
  {
    cause: 'The spreadsheet is not shared with the account, or is gone',
    error: {
      code: 'SPREADSHEET_NOT_FOUND',
      message: 'There is no spreadsheet with this id.',
      account: 'ada@example.com',
    },
    at: 'destination',
    destination: 'google_sheets',
    mends: ['copy share-address'],
    otherwise: FORM,
  },
  {
    cause: 'A role is missing (BigQuery, its bucket)',
    error: {
      code: 'PERMISSION_MISSING',
      message: 'Google says: Access Denied',
      account: 'loader@shop.iam.gserviceaccount.com',
    },
    at: 'destination',
    destination: 'bigquery',
    mends: ['copy cloud-roles'],
  },
  {
    cause: 'The dataset or the bucket is gone (BigQuery)',
    error: {
      code: 'NOT_FOUND',
      message: 'Google says: Not found: Dataset shop:bi',
      account: 'loader@shop.iam.gserviceaccount.com',
      field: 'dataset_id',
    },
    at: 'destination',
    destination: 'bigquery',
    mends: ['copy cloud-objects'],
    otherwise: FORM,
  },
  {
    cause: 'The access key may not read costs (AWS)',
    error: { code: 'PERMISSION_MISSING', message: 'AWS does not allow this for the access key.' },
    at: 'source',
    source: 'aws_cost_explorer_api',
    mends: ['copy iam-policy'],
  },
  {
    cause: 'The Google Sheets API is not enabled',
    error: { code: 'NOT_CONFIGURED', message: 'The Google Sheets API is not enabled for this server’s OAuth client.' },
    at: 'source',
    source: 'google_sheets',
    mends: ['copy enable-api'],
  },
  // Objects that are missing or have changed.
  {
    cause: 'The database of the source does not exist any more',
    error: { code: 'DATABASE_NOT_FOUND', message: 'The server has no such database: database "shop" does not exist' },
    at: 'source',
    mends: [],
    otherwise: FORM,
  },
  {
    cause: 'The database of the destination does not exist',
    error: {
      code: 'DATABASE_NOT_FOUND',
      message: 'The server has no such database: database "shop2" does not exist',
      object: { kind: 'database', name: 'shop2' },
    },
    at: 'destination',
    mends: ['copy create-database'],
    otherwise: FORM,
  },
  {
    cause: 'The schema does not exist (Postgres)',
    error: {
      code: 'SCHEMA_NOT_FOUND',
      message: 'There is no such schema: schema "bi" does not exist',
      object: { kind: 'schema', name: 'bi', missing: true },
      account: 'writer',
    },
    at: 'destination',
    mends: ['copy create-schema'],
  },
  {
    cause: 'The schema does not exist, and the account may not create it (Postgres)',
    error: {
      code: 'PERMISSION_MISSING',
      message: 'There is no schema "bi", and the account may not create it.',
      object: { kind: 'schema', name: 'bi', missing: true },
      account: 'writer',
    },
    at: 'destination',
    mends: ['copy create-schema'],
  },
  {
    cause: 'The table or the tab was renamed or deleted at the source',
    error: { code: 'ENTITY_NOT_FOUND', message: 'The source has no public.orders, or this account may not see it.' },
    at: 'source',
    columnsNow: [],
    mends: ['flow replace-table', 'flow drop-table'],
    otherwise:
      'The rows of the other table arrive in the same table of the destination as before. Without a table of a similar name, the flow without it is offered.',
  },
  {
    cause: 'A column that the flow names is gone at the source',
    error: {
      code: 'SCHEMA_CHANGED',
      message: 'public.orders no longer has the columns note.',
      columns: [{ name: 'note', is: 'removed' }],
    },
    at: 'source',
    stream: { columns: ['id', 'note'] },
    columnsNow: ['id', 'notes'],
    mends: ['flow replace-column', 'flow leave-out'],
    otherwise: 'The column of the destination keeps its name: a first step renames the new one.',
  },
  {
    cause: 'A step names a column that is gone',
    error: { code: 'COLUMN_NOT_FOUND', message: 'There is no column "note".', node: 'step-1', fix: 'step' },
    config: {
      transformations: [
        { id: 'step-1', type: 'select', stream: 'public.orders', settings: { columns: ['id', 'note'] } },
      ],
    },
    columnsNow: ['id'],
    mends: ['flow leave-out'],
    otherwise: 'A link opens the step.',
  },
  {
    cause: 'The source has a new column, and the stream stops at changes',
    error: {
      code: 'SCHEMA_CHANGED',
      message: 'The columns of public.orders have changed since the last run: "tax" was added.',
      columns: [{ name: 'tax', is: 'added', type: 'integer' }],
    },
    stream: { drift: 'stop' },
    at: 'source',
    mends: ['flow take-columns', 'flow ignore-columns'],
  },
  {
    cause: 'The target has no such column',
    error: {
      code: 'TARGET_MISMATCH',
      message: 'The table public.orders does not fit: column "tax" (integer) is missing.',
      columns: [{ name: 'tax', is: 'missing', type: 'integer' }],
    },
    at: 'destination',
    columnsNow: ['id', 'tax'],
    mends: ['target', 'flow leave-out'],
  },
  {
    cause: 'A column of the target has a type that cannot become the right one',
    error: {
      code: 'TARGET_MISMATCH',
      message: 'The table public.orders does not fit: column "note" is date, but the stream has text.',
    },
    at: 'destination',
    mends: ['again'],
    otherwise: 'Only where runs replace the rows of the table, in PostgreSQL, MySQL and MariaDB.',
  },
  {
    cause: 'A text is longer, or a number larger, than the target’s column can be',
    error: {
      code: 'TARGET_MISMATCH',
      message: 'The table public.orders does not fit: column "note" is character varying(5), but the stream has text.',
      columns: [{ name: 'note', is: 'narrow', type: 'text', before: 'character varying(5)' }],
    },
    at: 'destination',
    mends: ['target', 'flow reject-rows'],
  },
  // Rows.
  {
    cause: 'The target refuses a value',
    error: { code: 'VALUE_REFUSED', message: 'A value was refused: numeric field overflow' },
    at: 'destination',
    mends: ['target', 'flow reject-rows'],
    otherwise: 'The target is widened only if one of its columns is narrower than that of the stream.',
  },
  {
    cause: 'A column of the target must have a value',
    error: {
      code: 'CONSTRAINT',
      message:
        'A column of the target does not accept empty values: null value in column "note" of relation "orders" violates not-null constraint',
      object: { kind: 'table', schema: 'public', name: 'orders', columns: ['note'] },
    },
    at: 'destination',
    mends: ['flow reject-rows', 'copy allow-null'],
    otherwise: 'The text is for Postgres; in MySQL the whole definition of the column has to be written again.',
  },
  {
    cause: 'A row breaks a unique index, a check or a foreign key',
    error: {
      code: 'CONSTRAINT',
      message:
        'A constraint of the target refused the rows: duplicate key value violates unique constraint "orders_no"',
    },
    at: 'destination',
    mends: ['flow reject-rows'],
  },
  {
    cause: 'Upsert finds no unique index over the key',
    error: {
      code: 'KEY_NOT_UNIQUE',
      message: 'public.orders has no unique index over id, day.',
      object: { kind: 'table', schema: 'public', name: 'orders', columns: ['id', 'day'] },
    },
    at: 'destination',
    mends: ['copy unique-index'],
  },
  {
    cause: 'A check of the stream was not passed',
    error: { code: 'CHECK_FAILED', message: 'The rows did not pass their checks.' },
    stream: { checks: [{ id: 'check-1', type: 'not_null', columns: ['note'] }] },
    failedCheck: { id: 'check-1', state: 'failed', message: '2 rows have no note' },
    mends: ['flow warn-only'],
    otherwise: 'The rows that were found are shown.',
  },
  {
    cause: 'Too many rows are gone at the source',
    error: {
      code: 'TOO_MANY_VANISHED',
      message: '25 of 100 rows of public.orders (25 %) are gone at the source. The stream accepts at most 10 %.',
      vanished: 25,
      percent: 25,
    },
    stream: { onVanished: 'remove', mode: 'upsert' },
    mends: ['flow raise-vanished'],
    otherwise: '*Accept that they are gone* and *Keep them in this run* decide for one run.',
  },
  {
    cause: 'Rows have no value in the cursor column',
    error: {
      code: 'CURSOR_IS_EMPTY',
      message: '3 rows have no value in the cursor column "changed" of public.orders.',
    },
    stream: { mode: 'upsert', cursor: 'changed', emptyCursor: 'fail' },
    at: 'source',
    mends: ['flow read-empty-cursor', 'flow skip-empty-cursor'],
  },
  {
    cause: 'The cursor column is gone',
    error: {
      code: 'SCHEMA_CHANGED',
      message: 'public.orders no longer has the cursor column changed.',
      columns: [{ name: 'changed', is: 'removed' }],
    },
    stream: { mode: 'upsert', cursor: 'changed' },
    at: 'source',
    mends: ['flow drop-cursor'],
  },
  {
    cause: 'The source no longer has what the position points to (AWS: older than 14 months)',
    error: { code: 'DATA_GONE', message: 'AWS no longer has costs of that time.' },
    source: 'aws_cost_explorer_api',
    at: 'source',
    mends: ['position'],
  },
  // Limits.
  {
    cause: 'The flow’s budget is spent, or the run would pass it',
    error: {
      code: 'BUDGET_TOO_SMALL',
      message: 'The run would need 900 rows, and the flow’s budget of this month has 100 rows left. It has not begun.',
      budget: { of: 'flow', kind: 'rows', needed: 1_300 },
    },
    config: { budget: { rows: 500 } },
    mends: ['flow raise-budget'],
    otherwise: 'The organization’s budget is raised in its settings: it concerns all flows.',
  },
  {
    cause: 'A table is locked by somebody else',
    error: { code: 'TABLE_BUSY', message: 'A long query or transaction holds the table.' },
    at: 'destination',
    mends: ['copy find-holder', 'run-again'],
  },
  {
    cause: 'The server accepts no more connections',
    error: {
      code: 'TOO_MANY_CONNECTIONS',
      message: 'The server accepts no more connections: sorry, too many clients already',
    },
    at: 'source',
    mends: ['copy list-sessions', 'run-again'],
  },
  {
    cause: 'The disk of the server is full, or the spreadsheet has ten million cells',
    error: { code: 'SPREADSHEET_FULL', message: 'This would pass the limit of 10000000 cells.' },
    at: 'destination',
    destination: 'google_sheets',
    mends: [],
    otherwise: OWN,
  },
  {
    cause: 'The vendor accepts no more calls for now, or for today',
    error: { code: 'QUOTA_EXCEEDED', message: 'Google says: Quota exceeded' },
    at: 'destination',
    destination: 'bigquery',
    mends: ['run-again'],
  },
  {
    cause: 'Billing is off, or the account is not signed up (BigQuery, Cost Explorer)',
    error: { code: 'BILLING_DISABLED', message: 'The AWS account is not signed up for this service.' },
    at: 'source',
    source: 'aws_cost_explorer_api',
    mends: [],
    otherwise: OWN,
  },
  {
    cause: 'The mail service refuses the sender or a recipient',
    error: {
      code: 'SENDER_NOT_VERIFIED',
      message: 'The sender is not verified.',
      fix: 'connection',
      field: 'from_email',
    },
    at: 'destination',
    destination: 'email',
    mends: [],
    otherwise: FORM,
  },
  // Steps and workers.
  {
    cause: 'A step needs more memory or time than it may have',
    error: {
      code: 'TRANSFORMATION_TOO_LARGE',
      message: 'The steps need more memory than they may have.',
      node: 'step-1',
      fix: 'step',
    },
    mends: [],
    otherwise:
      'A link opens the step: it must see fewer rows or columns. The limit protects other runs; the operator sets it.',
  },
  {
    cause: 'The worker was lost',
    error: {
      code: 'WORKER_LOST',
      message: 'The process that moved the rows ended or stopped responding, four times in a row.',
    },
    mends: ['run-again'],
  },
]
