import type { RefusedAtSource } from '../../catalog/runs/refused-at-source.ts'
import type { FailedStream } from '../failure.ts'
import type { CopiedText } from '../mend.ts'
import { quotedName, quotedTable } from './quoted-name.ts'

/** What a text is for, and the text. */
export type Copied = readonly [what: CopiedText, text: string]

const name = (text: string) => quotedName('postgres', text)
const table = (text: string) => quotedTable('postgres', text)

/** What an account of the source reads, and what one of the destination writes (docs/connectors/postgres.md). */
const ON_SCHEMA = { source: 'USAGE', destination: 'USAGE, CREATE' } as const
const ON_TABLE = { source: 'SELECT', destination: 'SELECT, INSERT, UPDATE, DELETE' } as const

type TextFor = (failed: FailedStream) => Copied | undefined

/** For Postgres: statements and lines for whoever administers the server. */
export const postgresText: TextFor = (failed) => BY_CODE[failed.error.code]?.(failed)

const databaseText: TextFor = ({ at, error }) => {
  // An empty database would be no source.
  if (at === 'source') return undefined
  const [, found] = /database "([^"]+)" does not exist/.exec(error.message) ?? []
  return found === undefined ? undefined : ['create-database', `CREATE DATABASE ${name(found)};`]
}

const schemaText: TextFor = ({ at, error: { message, account } }) => {
  const [, found] = /schema "([^"]+)" does not exist|There is no schema "([^"]+)"/.exec(message)?.filter(Boolean) ?? []
  if (found === undefined || at === 'source') return undefined
  const owner = account === undefined ? '' : ` AUTHORIZATION ${name(account)}`
  return ['create-schema', `CREATE SCHEMA ${name(found)}${owner};`]
}

const indexText: TextFor = ({ error }) => {
  const [, target = '', key = ''] = /^(\S+) has no unique index over (.+)\.$/.exec(error.message) ?? []
  if (target === '') return undefined
  return ['unique-index', `CREATE UNIQUE INDEX ON ${table(target)} (${key.split(', ').map(name).join(', ')});`]
}

const nullText: TextFor = ({ error, stream }) => {
  const [, column] = /null value in column "([^"]+)"/.exec(error.message) ?? []
  if (column === undefined || !stream) return undefined
  return ['allow-null', `ALTER TABLE ${table(stream.target)} ALTER COLUMN ${name(column)} DROP NOT NULL;`]
}

const holderText: TextFor = ({ at, stream }) => {
  const held = at === 'source' ? stream?.entity : stream?.target
  return held === undefined ? undefined : ['find-holder', holderQuery(table(held))]
}

const permission: TextFor = (failed) => {
  const { account, refused } = failed.error
  if (account === undefined) return undefined
  return refused ? ['grant', grantOf(refused, account)] : (schemaText(failed) ?? permissionSaid(failed, account))
}

/** What Millrace has asked the catalogue for. */
function grantOf({ table: refused, columns }: RefusedAtSource, account: string): string {
  const [place = ''] = refused.includes('.') ? refused.split('.') : []
  const onSchema = place === '' ? [] : [`GRANT ${ON_SCHEMA.source} ON SCHEMA ${name(place)} TO ${name(account)};`]
  const right = columns.length > 0 ? `SELECT (${columns.map(name).join(', ')})` : ON_TABLE.source
  return [...onSchema, `GRANT ${right} ON ${table(refused)} TO ${name(account)};`].join('\n')
}

/** What the server has refused in its own words. */
function permissionSaid({ error, at = 'source', stream }: FailedStream, account: string): Copied | undefined {
  const { message: said } = error
  const to = `TO ${name(account)};`
  const [, database] =
    /permission denied (?:for database|to create temporary tables in database) "?([^"\s]+)"?/.exec(said) ?? []
  if (database !== undefined) return ['grant', `GRANT ${rightOn(said)} ON DATABASE ${name(database)} ${to}`]
  const [, schema] =
    /permission denied for schema "?([^"\s]+)"?|in the schema "([^"]+)"/.exec(said)?.filter(Boolean) ?? []
  if (schema !== undefined) return ['grant', `GRANT ${ON_SCHEMA[at]} ON SCHEMA ${name(schema)} ${to}`]
  const own = at === 'source' ? stream?.entity : stream?.target
  const [, owned] =
    /must be owner of (?:\w+ )+"?([^"\s]+)"?|may not change (\S+) accordingly/.exec(said)?.filter(Boolean) ?? []
  if (owned !== undefined) return ['owner', `ALTER TABLE ${table(placed(owned, own))} OWNER ${to}`]
  const [, refused] =
    /permission denied for (?:\w+ )+"?([^"\s]+)"?|the rows of (\S+)\.$/.exec(said)?.filter(Boolean) ?? []
  const object = refused === undefined ? own : placed(refused, own)
  if (object === undefined) return undefined
  const [place] = object.split('.')
  const onSchema = object.includes('.') ? [`GRANT ${ON_SCHEMA[at]} ON SCHEMA ${name(place ?? '')} ${to}`] : []
  return ['grant', [...onSchema, `GRANT ${ON_TABLE[at]} ON ${table(object)} ${to}`].join('\n')]
}

/** The server names a table without its schema. */
const placed = (said: string, own: string | undefined): string =>
  own !== undefined && (own === said || own.endsWith(`.${said}`)) ? own : said

function rightOn(said: string): string {
  if (said.includes('temporary')) return 'TEMPORARY'
  return said.includes('CONNECT') ? 'CONNECT' : 'CREATE'
}

/** An account that may not log in at all, or a line of pg_hba.conf for exactly what was refused. */
const accessRule: TextFor = ({ error: { message: said } }) => {
  const [, locked] = /role "([^"]+)" is not permitted to log in/.exec(said) ?? []
  if (locked !== undefined) return ['unlock-account', `ALTER ROLE ${name(locked)} LOGIN;`]
  const [, host = '', user = '', database = ''] =
    /no pg_hba\.conf entry for host "([^"]+)", user "([^"]+)", database "([^"]+)"/.exec(said) ?? []
  if (host === '') return undefined
  const kind = said.includes('no encryption') ? 'host' : 'hostssl'
  const range = `${host}/${host.includes(':') ? 128 : 32}`
  return [
    'access-rule',
    `# pg_hba.conf; afterwards: SELECT pg_reload_conf();\n${kind}  ${name(database)}  ${name(user)}  ${range}  scram-sha-256`,
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
