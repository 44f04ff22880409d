import { setTimeout as sleep } from 'node:timers/promises'

import type { PostgresSession } from '../driver/postgres-session.ts'

const ASK_EVERY_MS = 100

/**
 * Transactions of this database whose snapshot may be from before now. They would see only a part of a table that several transactions
 * have filled, or none of it, because rows can be frozen only in the transaction that created their table.
 * Vacuum and analyze read no rows of others, and neither do our loads while rows arrive.
 */
const VIEWS = `
SELECT l.virtualtransaction AS view FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'virtualxid' AND l.virtualxid = l.virtualtransaction AND a.datname = pg_catalog.current_database()
  AND a.backend_xmin IS NOT NULL AND a.pid <> pg_catalog.pg_backend_pid()
  AND NOT COALESCE(a.application_name = 'millrace' AND a.query LIKE 'COPY % FROM STDIN%', false)
  AND a.pid NOT IN (SELECT pid FROM pg_catalog.pg_stat_progress_vacuum UNION ALL SELECT pid FROM pg_catalog.pg_stat_progress_analyze)`

/**
 * Waits until every snapshot in this database includes everything that is committed now, as CREATE INDEX CONCURRENTLY does.
 * @returns whether this is the case after at most `patience` milliseconds
 */
export async function isSeenByAll(session: PostgresSession, patience: number): Promise<boolean> {
  const ask = async () => (await session.query(VIEWS)).map((row) => row['view'])
  const until = performance.now() + patience
  let older = await ask()
  while (older.length > 0 && performance.now() < until) {
    await sleep(ASK_EVERY_MS)
    const still = await ask()
    older = older.filter((view) => still.includes(view))
  }
  return older.length === 0
}
