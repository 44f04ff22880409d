import { setTimeout as sleep } from 'node:timers/promises'

import type { PostgresSession } from '../driver/postgres-session.ts'

const ASK_EVERY_MS = 100

/**
 * Transactions of this database that look at a moment which may lie before now. They would see a table that was filled by several
 * transactions in part or not at all, because rows can be frozen in the transaction that made their table and in no other.
 * Vacuum and analyze look at no rows of others, and neither do loads of ours while their rows come.
 */
const VIEWS = `
SELECT l.virtualtransaction AS view FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'virtualxid' AND l.virtualxid = l.virtualtransaction AND a.datname = pg_catalog.current_database()
  AND a.backend_xmin IS NOT NULL AND a.pid <> pg_catalog.pg_backend_pid()
  AND NOT COALESCE(a.application_name = 'millrace' AND a.query LIKE 'COPY % FROM STDIN%', false)
  AND a.pid NOT IN (SELECT pid FROM pg_catalog.pg_stat_progress_vacuum UNION ALL SELECT pid FROM pg_catalog.pg_stat_progress_analyze)`

/**
 * Waits until everybody who looks at this database sees what has been committed by now, as CREATE INDEX CONCURRENTLY does.
 * @returns whether it is so after `patience` milliseconds at most
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
