import type { MysqlSession } from '../driver/mysql-session.ts'
import { sqlName } from '../schema/table-name.ts'
import { attemptTable, type FenceKey, refuseStale, takeLock, VANISHED_KINDS } from './fence.ts'

/** Drops the attempt's own tables. Never throws: the next attempt drops the remaining ones. */
export async function dropAttemptTables(session: MysqlSession, fence: FenceKey): Promise<void> {
  const own = (['staging', 'retired', ...VANISHED_KINDS] as const).map((kind) => sqlName(attemptTable(fence, kind)))
  await session.query(`DROP TABLE IF EXISTS ${own.join(', ')}`).catch(() => {})
}

/** The same for a lost session, after the server has ended it, because it may be creating one of the tables at this moment. */
export async function reconnectAndDropTables(reconnect: () => Promise<MysqlSession>, fence: FenceKey): Promise<void> {
  let session: MysqlSession | undefined
  try {
    session = await reconnect()
    await refuseStale(session, fence)
    await takeLock(session, fence)
    await dropAttemptTables(session, fence)
  } catch {
    // A newer attempt has done it, or will do it.
  } finally {
    await session?.close()
  }
}
