import type { MysqlSession } from '../driver/mysql-session.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'

/** Reads are between these statements, so that the locks on a table are released after its rows have been read. */
const SAVEPOINT = 'SAVEPOINT stream'
export const GIVE_UP_LOCKS = 'ROLLBACK TO SAVEPOINT stream'

/** The maximum time that writers of the tables wait for us. */
const LONGEST_LOCK_MS = 1_000

/** Without autocommit InnoDB locks the table too, so that we wait for writers with open transactions. */
const LOCKING =
  'SET SESSION autocommit = 0, innodb_table_locks = 1, lock_wait_timeout = 1, innodb_lock_wait_timeout = 1'

/** From now on the session reads the rows of this moment. */
export async function beginSnapshot(session: MysqlSession): Promise<void> {
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await renewSnapshot(session)
  await markStart(session)
}

/** Of a session that has begun one before; `markStart` follows. */
export async function renewSnapshot(session: MysqlSession): Promise<void> {
  await session.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
}

/** Locks that are taken after it can be given up. */
export async function markStart(session: MysqlSession): Promise<void> {
  await session.query(SAVEPOINT)
}

/**
 * MySQL cannot export a snapshot to another session, so the tables are locked against writers while all sessions start their snapshots.
 * If the account may not lock them, or somebody writes, only one session remains, and its snapshot is still consistent.
 * @param keeper gets a new snapshot. @returns `count` more sessions with exactly the same rows of the tables, or none. @throws the errors of the keeper
 */
export async function shareSnapshot(
  keeper: MysqlSession,
  tables: readonly TableName[],
  { count, open }: { readonly count: number; readonly open: () => Promise<MysqlSession> },
): Promise<readonly MysqlSession[]> {
  const opened = await Promise.allSettled(Array.from({ length: count + 1 }, open))
  const sessions = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [locker, ...others] = sessions
  if (!locker) return []
  const isShared = sessions.length === count + 1 && (await isViewShared(keeper, others, { locker, tables }))
  await locker.close()
  if (isShared) return others
  await Promise.all(others.map((session) => session.abandon()))
  return []
}

async function isViewShared(
  keeper: MysqlSession,
  others: readonly MysqlSession[],
  { locker, tables }: Locking,
): Promise<boolean> {
  const begun = await whileLocked({ locker, tables }, () =>
    Promise.allSettled([keeper, ...others].map(beginSnapshot)),
  ).catch(() => undefined)
  if (begun?.[0]?.status === 'rejected') throw begun[0].reason
  return begun?.every(({ status }) => status === 'fulfilled') ?? false
}

interface Locking {
  /** Has no other work. */
  readonly locker: MysqlSession
  readonly tables: readonly TableName[]
}

/**
 * Work while nobody writes the tables.
 * @returns nothing if the lock was not held all the time. @throws what the work throws, or why the tables cannot be locked
 */
export async function whileLocked<T>({ locker, tables }: Locking, work: () => Promise<T>): Promise<T | undefined> {
  // The server releases all locks of a session that ends.
  const timer = setTimeout(() => void locker.abandon(), LONGEST_LOCK_MS)
  try {
    await locker.query(LOCKING)
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
