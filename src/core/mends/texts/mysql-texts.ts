import type { FailedStream } from '../failure.ts'
import type { Copied } from './postgres-texts.ts'
import { quotedName, quotedTable } from './quoted-name.ts'

const name = (text: string) => quotedName('mysql', text)
const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** What an account of the source reads, and what one of the destination writes (docs/connectors/mysql.md). */
const RIGHTS = {
  source: 'SELECT, SHOW VIEW',
  destination: 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, TRIGGER',
} as const

type TextFor = (failed: FailedStream) => Copied | undefined

/** For MySQL and MariaDB: statements for whoever administers the server. */
export const mysqlText: TextFor = (failed) => BY_CODE[failed.error.code]?.(failed)

const passwordText: TextFor = (failed) => {
  const account = accountIn(failed)
  return account && ['renew-password', `${account.lookup}ALTER USER ${account.name} IDENTIFIED BY '…';`]
}

const lockedText: TextFor = (failed) => {
  const account = accountIn(failed)
  if (account === undefined || !failed.error.message.includes('locked')) return undefined
  return ['unlock-account', `${account.lookup}ALTER USER ${account.name} ACCOUNT UNLOCK;`]
}

const databaseText: TextFor = ({ at, error }) => {
  // An empty database would be no source.
  if (at === 'source') return undefined
  const [, found] = /Unknown database '([^']+)'/.exec(error.message) ?? []
  return found === undefined ? undefined : ['create-database', `CREATE DATABASE ${name(found)} CHARACTER SET utf8mb4;`]
}

const indexText: TextFor = ({ error }) => {
  const [, target = '', key = ''] = /^(\S+) has no unique index over (.+)\.$/.exec(error.message) ?? []
  if (target === '') return undefined
  const columns = key.split(', ').map(name).join(', ')
  return ['unique-index', `ALTER TABLE ${quotedTable('mysql', target)} ADD UNIQUE (${columns});`]
}

const packetText: TextFor = ({ error }) =>
  error.message.includes('row is larger') ? ['packet-size', 'SET GLOBAL max_allowed_packet = 1073741824;'] : undefined

interface Account {
  readonly name: string
  /** The query for its host, if nobody knows it: `%` stands for it then. */
  readonly lookup: string
}

/** The account as the server knows it. Most of its messages have the address of the client in place of the host, which is no account. */
function accountIn({ error: { message, account } }: FailedStream): Account | undefined {
  if (account !== undefined && IN_QUOTES.test(account)) return { name: account, lookup: '' }
  const [, user, host] = /'([^']*)'@'([^']*)'/.exec(message) ?? []
  if (user !== undefined && host !== undefined && / to database '/.test(message))
    return { name: `${text(user)}@${text(host)}`, lookup: '' }
  const known = user ?? account
  if (known === undefined) return undefined
  const lookup = `SELECT host FROM mysql.user WHERE user = ${text(known)}; -- in place of %\n`
  return { name: `${text(known)}@'%'`, lookup }
}

const IN_QUOTES = /^'.*'@'.*'$/

const permission: TextFor = (failed) => {
  const { error, at = 'source', stream } = failed
  const account = accountIn(failed)
  if (account === undefined) return undefined
  const [, global] = /need (?:\(at least one of\) )?the (\w[\w ]*?)(?:, .*)? privilege/.exec(error.message) ?? []
  if (global !== undefined) return ['grant', `${account.lookup}GRANT ${global} ON *.* TO ${account.name};`]
  const [, inTable] = /for table [`'](?:([^`'.]+)[`']?\.)/.exec(error.message) ?? []
  const [, inDatabase] = /to database '([^']+)'/.exec(error.message) ?? []
  const own = at === 'source' ? stream?.entity : stream?.target
  const [ofStream] = own?.includes('.') ? own.split('.') : []
  const database = inDatabase ?? inTable ?? ofStream
  if (database === undefined) return undefined
  return ['grant', `${account.lookup}GRANT ${RIGHTS[at]} ON ${name(database)}.* TO ${account.name};`]
}

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
  VALUE_TOO_LARGE: packetText,
  TABLE_BUSY: () => ['find-holder', HOLDERS],
  TOO_MANY_CONNECTIONS: () => ['list-sessions', SESSIONS],
}
