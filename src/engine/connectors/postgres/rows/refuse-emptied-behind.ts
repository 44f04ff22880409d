import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'

/**
 * Tables behind a view, a function or a policy, which the reading has locked: the snapshot sees nothing of those that were emptied, rewritten or
 * created since. Asked after the rows, because only the locks tell which tables a function has read. New rows of materialized views are seen.
 */
export async function refuseEmptiedBehind(session: PostgresSession, relation: Relation): Promise<void> {
  const changed = await session.query(CHANGED)
  if (changed.length === 0) return
  const tables = changed.map(({ name }) => name ?? '').join(', ')
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`${relation.schema}.${relation.name} reads tables that were emptied, rewritten or replaced after the run began: ${tables}.`,
    hint: sentence`Nothing was changed at the target. Run again.`,
    retryable: true,
  })
}

/** What the reading has locked, of the database itself: a view, and every table and function's table behind it. */
export const LOCKED_BY_READING = `
  SELECT l.relation AS oid FROM pg_catalog.pg_locks l
  WHERE l.locktype = 'relation' AND l.pid = pg_catalog.pg_backend_pid() AND l.mode = 'AccessShareLock' AND l.relation >= 16384
    AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())`

/** The catalogue is that of the snapshot; the functions of the server know the present. An index, which may be made again at any time, cannot be updated. */
const CHANGED = `
SELECT locked.oid::regclass::text AS name
FROM (${LOCKED_BY_READING}) locked LEFT JOIN pg_catalog.pg_class c ON c.oid = locked.oid
WHERE CASE
    WHEN c.oid IS NULL THEN pg_catalog.pg_relation_filenode(locked.oid) IS NOT NULL AND pg_catalog.pg_relation_is_updatable(locked.oid, true) <> 0
    WHEN c.relkind = 'r' THEN c.relfilenode IS DISTINCT FROM pg_catalog.pg_relation_filenode(c.oid)
    WHEN c.relkind = 'p' THEN EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_partition_tree(c.oid) t WHERE t.relid = i.inhrelid))
    ELSE false END
ORDER BY 1`
