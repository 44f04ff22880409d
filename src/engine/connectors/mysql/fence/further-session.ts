import type { MysqlSession } from '../driver/mysql-session.ts'
import { attemptTable, type FenceKey, type FurtherPart, refuseStale, takeLock } from './fence.ts'
import { sharingOf } from './table-sharing.ts'

/**
 * Opens another session that writes rows into the staging table, behind the same fence.
 * @param key columns that are unique in the source; empty if unknown
 * @returns undefined if the sessions would have to wait for each other. @throws ConnectorError `FENCED`, or the errors of `open`
 */
export async function openFurtherSession(
  open: () => Promise<MysqlSession>,
  fence: FenceKey,
  part: FurtherPart,
  key: readonly string[],
): Promise<MysqlSession | undefined> {
  const session = await open()
  try {
    await takeLock(session, fence, part)
    await refuseStale(session, fence)
    if ((await sharingOf(session, attemptTable(fence, 'staging'), key)) === 'several') return session
    await session.close()
    return undefined
  } catch (error) {
    await session.abandon()
    throw error
  }
}
