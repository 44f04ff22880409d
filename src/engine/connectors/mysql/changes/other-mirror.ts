import { ALIVE_SECONDS } from '../../sql/changes/held-by-mirror.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { bookkeepingTables, fenceTable } from '../fence/fence.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'

/** @param targets in the database. @returns one that another mirror writes now */
export async function otherMirror(
  session: MysqlSession,
  { flowId, database }: { readonly flowId: string; readonly database: string },
  targets: readonly TableName[],
): Promise<TableName | undefined> {
  const [row] = await session.query(
    `SELECT target FROM ${sqlName(bookkeepingTables(database).mirror)} s WHERE flow_id <> ? AND target IN (${targets.map(() => '?').join(', ')})
       AND EXISTS (SELECT 1 FROM ${fenceTable(database)} f WHERE f.flow_id = s.flow_id AND f.target = 'mirror:'
         AND f.committed_at > NOW(6) - INTERVAL ${ALIVE_SECONDS} SECOND) LIMIT 1`,
    [flowId, ...targets.map(({ name }) => name)],
  )
  return row && { database, name: row['target'] ?? '' }
}
