import type { Reference } from '../../sql/changes/references-within.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { entityName } from '../schema/table-name.ts'

/** The foreign keys from tables of these databases, and to them. */
export async function readReferences(
  session: MysqlSession,
  databases: readonly string[],
): Promise<readonly Reference[]> {
  const places = databases.map(() => '?').join(', ')
  const rows = await session.query(
    `SELECT DISTINCT TABLE_SCHEMA AS db, TABLE_NAME AS name, REFERENCED_TABLE_SCHEMA AS other_db, REFERENCED_TABLE_NAME AS other
     FROM information_schema.KEY_COLUMN_USAGE WHERE REFERENCED_TABLE_NAME IS NOT NULL AND (TABLE_SCHEMA IN (${places}) OR REFERENCED_TABLE_SCHEMA IN (${places}))`,
    [...databases, ...databases],
  )
  return rows.map((row) => ({
    from: entityName({ database: row['db'] ?? '', name: row['name'] ?? '' }),
    to: entityName({ database: row['other_db'] ?? '', name: row['other'] ?? '' }),
  }))
}

/** Work without checks of foreign keys, and without their cascades; triggers are executed. */
export async function passingReferences<T>(session: MysqlSession, work: () => Promise<T>): Promise<T> {
  await session.query('SET SESSION foreign_key_checks = 0')
  try {
    return await work()
  } finally {
    if (session.isOpen) await session.query('SET SESSION foreign_key_checks = 1')
  }
}
