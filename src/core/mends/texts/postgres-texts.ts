import type { ErrorObject } from '../../catalog/runs/error-object.ts'
import type { RefusedAtSource } from '../../catalog/runs/refused-at-source.ts'
import { type TableParts, tableParts } from '../../catalog/table-parts.ts'
import { textIn } from '../../catalog/transformations/transformation-settings.ts'
import type { FailedStream } from '../failure.ts'
import type { CopiedText } from '../mend.ts'
import { objectName, quotedName, quotedTable } from './quoted-name.ts'

/** What a text is for, and the text. */
export type Copied = readonly [what: CopiedText, text: string]

const name = (text: string) => quotedName('postgres', text)
const table = (text: string) => quotedTable('postgres', text)

/** What an account of the source reads, and what one of the destination writes (docs/connectors/postgres.md). */
const ON_SCHEMA = { source: 'USAGE', destination: 'USAGE, CREATE' } as const
const ON_TABLE = { source: 'SELECT', destination: 'SELECT, INSERT, UPDATE, DELETE' } as const

type TextFor = (failed: FailedStream) => Copied | undefined

/** For Postgres: statements and lines for the administrator of the server. */
export const postgresText: TextFor = (failed) => BY_CODE[failed.error.code]?.(failed)

const databaseText: TextFor = ({ at, error: { object } }) =>
  // An empty database would be no source.
  at === 'source' || object?.name === undefined
    ? undefined
    : ['create-database', `CREATE DATABASE ${name(object.name)};`]

const schemaText: TextFor = ({ at, error: { object, account } }) => {
  if (object?.name === undefined || at === 'source') return undefined
  const owner = account === undefined ? '' : ` AUTHORIZATION ${name(account)}`
  return ['create-schema', `CREATE SCHEMA ${name(object.name)}${owner};`]
}

const indexText: TextFor = ({ error: { object } }) =>
  object?.columns && [
    'unique-index',
    `CREATE UNIQUE INDEX ON ${objectName('postgres', object)} (${object.columns.map(name).join(', ')});`,
  ]

const nullText: TextFor = ({ error: { object }, stream }) => {
  const [column] = object?.columns ?? []
  const target = placed(object, stream?.target)
  if (target === undefined || column === undefined) return undefined
  return ['allow-null', `ALTER TABLE ${objectName('postgres', target)} ALTER COLUMN ${name(column)} DROP NOT NULL;`]
}

const holderText: TextFor = ({ at, stream }) => {
  const held = at === 'source' ? stream?.entity : stream?.target
  return held === undefined ? undefined : ['find-holder', holderQuery(table(held))]
}

const permission: TextFor = (failed) => {
  const { account, refused, object } = failed.error
  if (account === undefined) return undefined
  if (refused) return ['grant', grantOf(refused, account)]
  return object?.missing ? schemaText(failed) : rightText(failed, `TO ${name(account)};`)
}

/** What Millrace has asked the catalogue for. */
function grantOf({ table: refused, columns }: RefusedAtSource, account: string): string {
  const { schema } = tableParts(refused)
  const onSchema =
    schema === undefined ? [] : [`GRANT ${ON_SCHEMA.source} ON SCHEMA ${name(schema)} TO ${name(account)};`]
  const right = columns.length > 0 ? `SELECT (${columns.map(name).join(', ')})` : ON_TABLE.source
  return [...onSchema, `GRANT ${right} ON ${table(refused)} TO ${name(account)};`].join('\n')
}

function rightText(failed: FailedStream, to: string): Copied | undefined {
  const {
    error: { object },
    at = 'source',
    stream,
  } = failed
  // What the server refused may be a function or a sequence: a right to the table would not help.
  if (object === undefined) return undefined
  const { kind, right, name: named = '' } = object
  if (kind === 'database') return ['grant', `GRANT ${right} ON DATABASE ${name(named)} ${to}`]
  if (kind === 'schema') return ['grant', `GRANT ${ON_SCHEMA[at]} ON SCHEMA ${name(named)} ${to}`]
  const refused =
    at === 'source' ? placed(object, stream?.entity, joinedTables(failed)) : placed(object, stream?.target)
  if (refused === undefined) return undefined
  if (right === 'OWNER') return ['owner', `ALTER TABLE ${objectName('postgres', refused)} OWNER ${to}`]
  const { schema } = refused
  const onSchema = schema === undefined ? [] : [`GRANT ${ON_SCHEMA[at]} ON SCHEMA ${name(schema)} ${to}`]
  return ['grant', [...onSchema, `GRANT ${ON_TABLE[at]} ON ${objectName('postgres', refused)} ${to}`].join('\n')]
}

/** If the server names a table without its schema, or no table, it is the table that is moved, or one that is joined to it. */
function placed(
  object: ErrorObject | undefined,
  moved: string | undefined,
  joined: readonly string[] = [],
): TableParts | undefined {
  const own = moved === undefined ? undefined : tableParts(moved)
  const { schema, name: named } = object ?? {}
  if (named === undefined) return own
  const known = [...(own ? [own] : []), ...joined.map(tableParts)].filter((table) => table.name === named)
  const [only, ...others] = new Set(known.map((table) => table.schema))
  return { name: named, schema: schema ?? (others.length === 0 ? only : undefined) }
}

const joinedTables = ({ config, stream }: FailedStream): readonly string[] =>
  (config?.transformations ?? []).flatMap(({ type, stream: of = stream?.entity, settings }) =>
    type === 'join' && of === stream?.entity ? [textIn(settings, 'stream')] : [],
  )

/** An account that may not log in at all, or a line of pg_hba.conf for exactly what was refused. */
const accessRule: TextFor = ({ error: { object } }) => {
  const { kind, name: user = '', address = '', database = '', link } = object ?? {}
  if (kind === 'account') return ['unlock-account', `ALTER ROLE ${name(user)} LOGIN;`]
  if (kind !== 'login') return undefined
  const range = `${address}/${address.includes(':') ? 128 : 32}`
  return [
    'access-rule',
    `# pg_hba.conf; afterwards: SELECT pg_reload_conf();\n${link}  ${name(database)}  ${name(user)}  ${range}  scram-sha-256`,
  ]
}

const holderQuery = (held: string) =>
  `SELECT a.pid, a.usename, a.state, a.xact_start, left(a.query, 200) AS query
FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.relation = '${held.replaceAll("'", "''")}'::regclass AND l.granted AND a.pid <> pg_backend_pid();
-- to end one of them: SELECT pg_terminate_backend(pid);`

const SESSIONS = `SELECT usename, application_name, state, count(*) FROM pg_stat_activity
GROUP BY 1, 2, 3 ORDER BY 4 DESC;
SHOW max_connections;`

const BY_CODE: Readonly<Record<string, TextFor>> = {
  PERMISSION_MISSING: permission,
  ACCESS_REFUSED: accessRule,
  TLS_REQUIRED: accessRule,
  TLS_REFUSED: accessRule,
  DATABASE_NOT_FOUND: databaseText,
  SCHEMA_NOT_FOUND: schemaText,
  KEY_NOT_UNIQUE: indexText,
  CONSTRAINT: nullText,
  TABLE_BUSY: holderText,
  TOO_MANY_CONNECTIONS: () => ['list-sessions', SESSIONS],
}
