import type { MysqlSession } from '../driver/mysql-session.ts'

/** Reads are between these statements, so that the locks on a table are released after its rows have been read. */
const SAVEPOINT = 'SAVEPOINT stream'
export const GIVE_UP_LOCKS = 'ROLLBACK TO SAVEPOINT stream'

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
