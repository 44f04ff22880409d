import { grantedDatabase } from '../../catalog/granted-database.ts'
import { tableParts } from '../../catalog/table-parts.ts'
import type { FailedStream } from '../failure.ts'
import type { CopiedText } from '../mend.ts'
import type { Copied } from './postgres-texts.ts'
import { objectName, quotedName } from './quoted-name.ts'

const name = (text: string) => quotedName('mysql', text)
const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** What an account of the source reads, and what one of the destination writes (docs/connectors/mysql.md). */
const RIGHTS = {
  source: 'SELECT, SHOW VIEW',
  destination: 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, TRIGGER',
} as const

type TextFor = (failed: FailedStream) => Copied | undefined

/** For MySQL and MariaDB: statements for the administrator of the server. */
export const mysqlText: TextFor = (failed) => BY_CODE[failed.error.code]?.(failed)

const passwordText: TextFor = ({ error: { account } }) =>
  accountText('renew-password', account, (named) => `ALTER USER ${named} IDENTIFIED BY '…';`)

const lockedText: TextFor = ({ error: { account, object } }) =>
  object?.kind === 'account'
    ? accountText('unlock-account', account ?? object.name, (named) => `ALTER USER ${named} ACCOUNT UNLOCK;`)
    : undefined

const databaseText: TextFor = ({ at, error: { object } }) =>
  // An empty database would be no source.
  at === 'source' || object?.name === undefined
    ? undefined
    : ['create-database', `CREATE DATABASE ${name(object.name)} CHARACTER SET utf8mb4;`]

const indexText: TextFor = ({ error: { object } }) =>
  object?.columns && [
    'unique-index',
    `ALTER TABLE ${objectName('mysql', object)} ADD UNIQUE (${object.columns.map(name).join(', ')});`,
  ]

const permission: TextFor = ({ error: { account, object, refused }, at = 'source', stream }) => {
  const own = refused?.table ?? (at === 'source' ? stream?.entity : stream?.target) ?? ''
  const { kind, right = RIGHTS[at] } = object ?? {}
  const database = kind === 'database' ? object?.name : (object?.schema ?? tableParts(own).schema)
  const place = kind === 'server' ? '*' : database && name(grantedDatabase(database))
  return place === undefined
    ? undefined
    : accountText('grant', account, (named) => `GRANT ${right} ON ${place}.* TO ${named};`)
}

/** If the host of the account is unknown, the text contains `%`, after the query that finds it. */
function accountText(what: CopiedText, account: string | undefined, textFor: (named: string) => string) {
  if (account === undefined) return undefined
  if (IN_QUOTES.test(account)) return [what, textFor(account)] as const
  const lookup = `SELECT host FROM mysql.user WHERE user = ${text(account)}; -- in place of %\n`
  return [what, `${lookup}${textFor(`${text(account)}@'%'`)}`] as const
}

/** The account as the server knows it, not only its name. */
const IN_QUOTES = /^'.*'@'.*'$/

const HOLDERS = `SELECT t.trx_mysql_thread_id AS id, p.user, p.time AS seconds, t.trx_started, left(t.trx_query, 200) AS query
FROM information_schema.innodb_trx t JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
ORDER BY t.trx_started;
-- to end one of them: KILL id;`

const SESSIONS = `SELECT user, command, count(*) FROM information_schema.processlist GROUP BY 1, 2 ORDER BY 3 DESC;
SHOW VARIABLES LIKE 'max_connections';`

const BY_CODE: Readonly<Record<string, TextFor>> = {
  PERMISSION_MISSING: permission,
  PASSWORD_EXPIRED: passwordText,
  ACCESS_REFUSED: lockedText,
  DATABASE_NOT_FOUND: databaseText,
  KEY_NOT_UNIQUE: indexText,
  VALUE_TOO_LARGE: () => ['packet-size', 'SET GLOBAL max_allowed_packet = 1073741824;'],
  TABLE_BUSY: () => ['find-holder', HOLDERS],
  TOO_MANY_CONNECTIONS: () => ['list-sessions', SESSIONS],
}
