import { only, type Query } from './database.ts'

/** The pool, the queue, one that listens, and a spare one. */
const OF_EACH = 14

/** Of a process of tasks. */
export const SESSIONS_OF_TASK = 2

/**
 * The most sessions that a process of each role opens, with its processes of tasks: six for calls, ten for runs, one that assists another worker,
 * and a spare one.
 */
export const MOST_SESSIONS = {
  api: OF_EACH + SESSIONS_OF_TASK * (6 + 1),
  worker: OF_EACH + SESSIONS_OF_TASK * (10 + 1 + 1),
  all: OF_EACH + SESSIONS_OF_TASK * (6 + 10 + 1 + 1),
}

/** Where a pooler has the others: one that listens; one to migrate, one for a backup and one for sample data, for a while. */
export const MOST_BESIDE_POOLER = 4

/** Without those of others, and those that only administrators get. */
export async function readFreeConnections(query: Query): Promise<number> {
  const { free } = await only(
    query<{ free: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - (select count(*)::int from pg_stat_activity
            where backend_type = 'client backend' and application_name not like 'millrace%') as free`,
    ),
  )
  return free
}

/** How many of our processes use this database; each listens in one session. */
export async function countProcesses(query: Query): Promise<number> {
  const { count } = await only(
    query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where application_name = 'millrace notifications' and datname = current_database()`,
    ),
  )
  return count
}
