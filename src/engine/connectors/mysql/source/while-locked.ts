import type { MysqlSession } from '../driver/mysql-session.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'

/** The maximum time that writers of the tables wait for us. */
const LONGEST_LOCK_MS = 1_000

/** Without autocommit InnoDB locks the table too, so that we wait for writers with open transactions. */
const LOCKING = 'SET SESSION autocommit = 0, innodb_table_locks = 1'

/**
 * Whoever waits for one table while holding another can be in a deadlock with a transaction, and the server then ends the transaction. MariaDB can do
 * without waiting; MySQL waits for a second at least.
 */
const waitOf = ({ facts }: MysqlSession) => (facts.isMariaDb ? 0 : 1)

/** Whether nobody else's transaction can fail because these tables are locked. */
export const isHarmless = (session: MysqlSession, tables: readonly TableName[]): boolean =>
  session.facts.isMariaDb || tables.length === 1

interface Locking {
  /** Has no other work. */
  readonly locker: MysqlSession
  /** See `isHarmless`. */
  readonly tables: readonly TableName[]
}

/**
 * Work while nobody writes the tables.
 * @returns nothing if the lock was not held all the time. @throws what the work throws, or why the tables cannot be locked
 */
export async function whileLocked<T>({ locker, tables }: Locking, work: () => Promise<T>): Promise<T | undefined> {
  // The server releases all locks of a session that ends.
  const timer = setTimeout(() => void locker.abandon(), LONGEST_LOCK_MS)
  const wait = waitOf(locker)
  try {
    await locker.query(`${LOCKING}, lock_wait_timeout = ${wait}, innodb_lock_wait_timeout = ${wait}`)
    await locker.query(`LOCK TABLES ${tables.map((table) => `${sqlName(table)} READ`).join(', ')}`)
    const done = await work()
    await locker.query('UNLOCK TABLES')
    return done
  } catch (error) {
    // Only a session that still exists has held the lock all the time.
    if (!locker.isOpen || isLockWait(error)) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** ER_LOCK_WAIT_TIMEOUT */
const isLockWait = (error: unknown) => error instanceof Error && 'errno' in error && error.errno === 1205
