import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, type SentenceValue, sentence } from '../../../../core/catalog/sentence.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { entityName, type TableName } from '../schema/table-name.ts'
import { describeSession, type OtherSession, openTransactions, otherSessions } from './describe-session.ts'

export interface Waiting {
  /** The waiting session, by the server's number. */
  readonly threadId: number
  /** The tables that it needs; any of them may be locked. */
  readonly targets: readonly TableName[]
  /** Sessions of the same run, which cannot be the holder. */
  readonly own: ReadonlySet<string>
  /** A lock was already refused, so the session waits even if it does not at this moment. */
  readonly wasRefused: boolean
}

/** A description of the holder, as the object of a sentence. `isKnown`: the server itself reports it. */
export interface Holder {
  readonly text: Sentence
  readonly isKnown: boolean
}

/** Weakest first, for tables and, from `INTENTION_EXCLUSIVE` on, for the whole server. Other modes precede all of them. */
const LOCK_TYPES = [
  ...['INTENTION_EXCLUSIVE', 'SHARED_HIGH_PRIO', 'SHARED', 'SHARED_READ', 'SHARED_WRITE_LOW_PRIO', 'SHARED_WRITE'],
  ...['SHARED_UPGRADABLE', 'SHARED_READ_ONLY', 'SHARED_NO_WRITE', 'SHARED_NO_READ_WRITE', 'EXCLUSIVE'],
  ...['BACKUP_FTWRL1', 'BACKUP_FTWRL2'],
]

const strengthOf = (column: string, prefix = '') =>
  `FIELD(${column}, ${LOCK_TYPES.map((type) => quoteLiteral(prefix + type)).join(', ')})`

/**
 * Finds the holder of a lock that a session waits for, through another session. If the server does not report it, the result lists sessions that
 * may be the holder.
 * @returns undefined if the session waits for no lock, as far as known
 */
export async function findHolder(session: MysqlSession, waiting: Waiting): Promise<Holder | undefined> {
  const [own] = await session.query('SELECT STATE AS state FROM information_schema.PROCESSLIST WHERE ID = ?', [
    waiting.threadId,
  ])
  const isAtTable = isLockState(own?.['state'] ?? '')
  const found = isAtTable ? await findTableLock(session, waiting) : await findRowLock(session, waiting)
  const transactions = await openTransactions(session)
  const others = await otherSessions(session, transactions)
  if (found) {
    const holder = others.find(({ id }) => id === found.id) ?? { id: found.id, row: {} }
    return {
      text: sentence`${found.held ?? heldOf(waiting)}: ${describeSession(holder, found.statement)}`,
      isKnown: true,
    }
  }
  if (!isAtTable && !waiting.wasRefused) return undefined
  return { text: candidates(waiting, others, transactions), isKnown: false }
}

const isLockState = (state: string) => /^Waiting for .*\b(lock|flush)\b/i.test(state)

interface Found {
  readonly id: string
  readonly held?: SentenceValue
  /** The last statement, if the session is idle. */
  readonly statement?: string | null
}

/** From the server's table of locks, if it has one and the account may read it. */
async function findTableLock(session: MysqlSession, { threadId, targets }: Waiting): Promise<Found | undefined> {
  const [row] = await asked(
    session,
    `SELECT held.OBJECT_SCHEMA AS db, held.OBJECT_NAME AS name, holder.PROCESSLIST_ID AS id,
       (SELECT MAX(SQL_TEXT) FROM performance_schema.events_statements_current last WHERE last.THREAD_ID = holder.THREAD_ID AND last.NESTING_EVENT_ID IS NULL) AS statement
     FROM performance_schema.threads own
     JOIN performance_schema.metadata_locks wanted ON wanted.OWNER_THREAD_ID = own.THREAD_ID AND wanted.LOCK_STATUS = 'PENDING'
     JOIN performance_schema.metadata_locks held ON held.LOCK_STATUS = 'GRANTED' AND held.OWNER_THREAD_ID <> own.THREAD_ID
       AND held.OBJECT_TYPE = wanted.OBJECT_TYPE AND held.OBJECT_SCHEMA <=> wanted.OBJECT_SCHEMA AND held.OBJECT_NAME <=> wanted.OBJECT_NAME
     JOIN performance_schema.threads holder ON holder.THREAD_ID = held.OWNER_THREAD_ID
     WHERE own.PROCESSLIST_ID = ${threadId} ORDER BY ${strengthOf('held.LOCK_TYPE')} DESC LIMIT 1`,
  )
  if (row) return foundOf(row)
  // MariaDB's plugin of that name, which may not be installed.
  const named = targets.map(
    ({ database, name }) => `TABLE_SCHEMA = ${quoteLiteral(database)} AND TABLE_NAME = ${quoteLiteral(name)}`,
  )
  if (named.length === 0) return undefined
  const [locked] = await asked(
    session,
    `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, THREAD_ID AS id FROM information_schema.METADATA_LOCK_INFO
     WHERE LOCK_TYPE = 'Table metadata lock' AND THREAD_ID NOT IN (${threadId}, CONNECTION_ID()) AND (${named.join(' OR ')})
     ORDER BY ${strengthOf('LOCK_MODE', 'MDL_')} DESC LIMIT 1`,
  )
  return locked && foundOf(locked)
}

function foundOf(row: TextRow): Found {
  const { id, db, name, statement } = row
  const held = db != null && name != null ? { held: entityName({ database: db, name }) } : {}
  return { id: id ?? '', ...held, ...defined({ statement: statement ?? undefined }) }
}

/** MySQL 8 reports it in one place, older versions and MariaDB in another. */
async function findRowLock(session: MysqlSession, { threadId, targets }: Waiting): Promise<Found | undefined> {
  const who = (waits: string, waiting: string, blocking: string) =>
    `SELECT holder.trx_mysql_thread_id AS id FROM ${waits} waits
     JOIN information_schema.INNODB_TRX own ON own.trx_id = waits.${waiting}
     JOIN information_schema.INNODB_TRX holder ON holder.trx_id = waits.${blocking}
     WHERE own.trx_mysql_thread_id = ${threadId} ORDER BY holder.trx_started LIMIT 1`
  const [row] = await asked(
    session,
    who('information_schema.INNODB_LOCK_WAITS', 'requesting_trx_id', 'blocking_trx_id'),
    who('performance_schema.data_lock_waits', 'REQUESTING_ENGINE_TRANSACTION_ID', 'BLOCKING_ENGINE_TRANSACTION_ID'),
  )
  if (!row) return undefined
  const [target] = targets
  return {
    id: row['id'] ?? '',
    held: targets.length === 1 && target ? sentence`rows of ${entityName(target)}` : sentence`rows`,
  }
}

/** The answer to the first query that the server understands and the account may run. */
async function asked(session: MysqlSession, ...questions: readonly string[]): Promise<readonly TextRow[]> {
  for (const question of questions) {
    const rows = await session.query(question).catch(() => undefined)
    if (rows) return rows
  }
  return []
}

const heldOf = ({ targets: [target, ...more] }: Waiting) =>
  target && more.length === 0 ? sentence`a lock on ${entityName(target)}` : sentence`a lock`

const MAX_CANDIDATES = 3

/** Those that name the table, then those with the oldest transactions, then others in its database. */
function candidates(
  waiting: Waiting,
  others: readonly OtherSession[],
  transactions: ReadonlyMap<string, string> | undefined,
): Sentence {
  const { targets, own } = waiting
  const databases = new Set(targets.map(({ database }) => database))
  const namesTarget = ({ row }: OtherSession) => targets.some(({ name }) => row['statement']?.includes(name) === true)
  const rankOf = (one: OtherSession) => (namesTarget(one) ? 0 : one.since !== undefined ? 1 : 2)
  const possible = others
    .filter((one) => !own.has(one.id))
    .filter((one) => rankOf(one) < 2 || databases.has(one.row['db'] ?? ''))
    .sort(
      (one, other) =>
        rankOf(one) - rankOf(other) ||
        (one.since ?? '').localeCompare(other.since ?? '') ||
        Number(other.row['seconds']) - Number(one.row['seconds']),
    )
  const shown = possible.slice(0, MAX_CANDIDATES).map((one) => describeSession(one))
  const more = possible.length - shown.length
  const unknown = sentence`${heldOf(waiting)}. The server does not report who holds it.`
  const either = shown.length > 0 ? shown.reduce((before, one) => sentence`${before}; or ${one}`) : undefined
  const supposed = either && more > 0 ? sentence`${either}; ${more} more` : either
  const description = supposed ? sentence`${unknown} It may be ${supposed}.` : unknown
  return transactions === undefined
    ? sentence`${description} The account sees only its own sessions. With the privilege PROCESS, SHOW PROCESSLIST shows all of them.`
    : sentence`${description} SHOW PROCESSLIST and SHOW ENGINE INNODB STATUS show more.`
}
