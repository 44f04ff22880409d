import { type AwaitedCopy, refuseUnawaited } from '../../sql/changes/awaited-copy.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { entityName, sqlName } from '../schema/relation-name.ts'
import { statesTable } from './mirror-states.ts'

/**
 * Part of the transaction that puts a copy in place: until its end, the mirror can begin nothing with the table.
 * @throws ConnectorError `COPY_NOT_AWAITED` if the mirror does not wait for this copy
 */
export async function requireAwaited(
  session: PostgresSession,
  { flowId, target }: FenceKey,
  copy: AwaitedCopy,
): Promise<void> {
  const states = sqlName(statesTable(target.schema))
  const [known] = await session.query('SELECT pg_catalog.to_regclass($1) IS NOT NULL AS found', [states])
  const [row] =
    known?.['found'] === 't'
      ? await session.query(`SELECT since FROM ${states} WHERE flow_id = $1 AND target = $2 FOR SHARE`, [
          flowId,
          target.name,
        ])
      : []
  refuseUnawaited(entityName(target), row?.['since'], copy)
}
