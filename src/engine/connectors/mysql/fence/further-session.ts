import type { MysqlSession } from '../driver/mysql-session.ts'
import { attemptTable, type FenceKey, type FurtherPart, refuseStale, takeLock } from './fence.ts'

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
    if (await isShared(session, fence, key)) return session
    await session.close()
    return undefined
  } catch (error) {
    await session.abandon()
    throw error
  }
}

/** Only InnoDB locks single rows, and counters and equal keys stay locked until a statement ends. */
async function isShared(session: MysqlSession, fence: FenceKey, key: readonly string[]): Promise<boolean> {
  const { database, name } = attemptTable(fence, 'staging')
  const ofStaging = 'TABLE_SCHEMA = ? AND TABLE_NAME = ?'
  const [table] = await session.query(
    `SELECT ENGINE AS engine, (SELECT COUNT(*) FROM information_schema.COLUMNS WHERE ${ofStaging} AND EXTRA LIKE '%auto_increment%') AS counters
     FROM information_schema.TABLES WHERE ${ofStaging}`,
    [database, name, database, name],
  )
  if (table?.['engine'] !== 'InnoDB' || table['counters'] !== '0') return false
  const columns = await session.query(
    `SELECT INDEX_NAME AS name, INDEX_TYPE AS type, COLUMN_NAME AS col FROM information_schema.STATISTICS
     WHERE ${ofStaging} AND (NON_UNIQUE = 0 OR INDEX_TYPE <> 'BTREE')`,
    [database, name],
  )
  const wanted = inOrder(key)
  return [...Map.groupBy(columns, (column) => column['name']).values()].every(
    (index) => index[0]?.['type'] === 'BTREE' && inOrder(index.map((column) => column['col'] ?? '')) === wanted,
  )
}

const inOrder = (names: readonly string[]) =>
  names
    .map((name) => name.toLowerCase())
    .sort()
    .join('\0')
