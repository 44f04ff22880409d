import type { MysqlSession } from '../driver/mysql-session.ts'
import type { TableName } from '../schema/table-name.ts'

/**
 * How many sessions can write rows into a table at once: only InnoDB has transactions and locks single rows, and counters and equal keys stay locked until a
 * statement ends.
 * @param key columns that are unique among the rows; empty if unknown. @returns `none`: its rows are in no transaction
 */
export async function sharingOf(
  session: MysqlSession,
  { database, name }: TableName,
  key: readonly string[],
): Promise<'none' | 'one' | 'several'> {
  const ofStaging = 'TABLE_SCHEMA = ? AND TABLE_NAME = ?'
  const [table] = await session.query(
    `SELECT ENGINE AS engine, (SELECT COUNT(*) FROM information_schema.COLUMNS WHERE ${ofStaging} AND EXTRA LIKE '%auto_increment%') AS counters
     FROM information_schema.TABLES WHERE ${ofStaging}`,
    [database, name, database, name],
  )
  if (table?.['engine'] !== 'InnoDB') return 'none'
  if (table['counters'] !== '0') return 'one'
  const columns = await session.query(
    `SELECT INDEX_NAME AS name, INDEX_TYPE AS type, COLUMN_NAME AS col FROM information_schema.STATISTICS
     WHERE ${ofStaging} AND (NON_UNIQUE = 0 OR INDEX_TYPE <> 'BTREE')`,
    [database, name],
  )
  const wanted = inOrder(key)
  const isShared = [...Map.groupBy(columns, (column) => column['name']).values()].every(
    (index) => index[0]?.['type'] === 'BTREE' && inOrder(index.map((column) => column['col'] ?? '')) === wanted,
  )
  return isShared ? 'several' : 'one'
}

const inOrder = (names: readonly string[]) =>
  names
    .map((name) => name.toLowerCase())
    .sort()
    .join('\0')
