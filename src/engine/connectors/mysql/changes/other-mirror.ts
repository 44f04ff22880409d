import type { ConnectorContext } from '../../../ports/connector.ts'
import { ALIVE_SECONDS, stillHeld } from '../../sql/changes/held-by-mirror.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { bookkeepingTables, fenceTable } from '../fence/fence.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'

interface MirrorKey extends Pick<ConnectorContext, 'heldMirrors'> {
  readonly flowId: string
  readonly database: string
}

/** @param targets in the database. @returns one that another mirror holds */
export async function otherMirror(
  session: MysqlSession,
  key: MirrorKey,
  targets: readonly TableName[],
): Promise<TableName | undefined> {
  const [name] = await heldNames(
    session,
    key,
    targets.map((target) => target.name),
  )
  return name === undefined ? undefined : { database: key.database, name }
}

/** @returns those of the targets in a database that a mirror of another flow holds */
export async function mirroredTargets(
  session: MysqlSession,
  key: MirrorKey,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { database, name } = bookkeepingTables(key.database).mirror
  const found = await session.query(
    'SELECT 1 AS found FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [database, name],
  )
  return found.length === 0 ? new Set() : heldNames(session, key, names)
}

async function heldNames(
  session: MysqlSession,
  { flowId, database, heldMirrors }: MirrorKey,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query(
    `SELECT target, flow_id, EXISTS (SELECT 1 FROM ${fenceTable(database)} f WHERE f.flow_id = s.flow_id AND f.target = 'mirror:'
       AND f.committed_at > NOW(6) - INTERVAL ${ALIVE_SECONDS} SECOND) AS alive
     FROM ${sqlName(bookkeepingTables(database).mirror)} s WHERE flow_id <> ? AND target IN (${names.map(() => '?').join(', ')})`,
    [flowId, ...names],
  )
  return stillHeld(
    rows.map((row) => ({
      target: row['target'] ?? '',
      flowId: row['flow_id'] ?? '',
      isAlive: row['alive'] === '1',
    })),
    heldMirrors,
  )
}
