import { type AwaitedCopy, refuseUnawaited } from '../../sql/changes/awaited-copy.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { bookkeepingTables, type FenceKey } from './fence.ts'

/**
 * Directly before a copy is put in place. Only a copy ends the waiting of a mirror, and there is no other one: whoever begins a copy of the same
 * flow ends the sessions of older ones first. So the state stays what it is until the rename, which ends every transaction.
 * @throws ConnectorError `COPY_NOT_AWAITED` if the mirror does not wait for this copy
 */
export async function requireAwaited(
  session: MysqlSession,
  { flowId, target }: FenceKey,
  copy: AwaitedCopy,
): Promise<void> {
  const states = bookkeepingTables(target.database).mirror
  const [known] = await session.query(
    'SELECT 1 AS found FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [states.database, states.name],
  )
  const [row] = known
    ? await session.query(`SELECT since FROM ${sqlName(states)} WHERE flow_id = ? AND target = ?`, [
        flowId,
        target.name,
      ])
    : []
  refuseUnawaited(entityName(target), row?.['since'], copy)
}
