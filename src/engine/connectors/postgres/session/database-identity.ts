import type { PostgresSession } from '../driver/postgres-session.ts'

/** Shows without a privilege whether two names mean the same database: the start time of the server, and the database's id. */
export async function databaseIdentity(session: PostgresSession): Promise<string> {
  const [row] = await session.query(`
    SELECT pg_catalog.concat_ws('/', pg_catalog.pg_postmaster_start_time(), d.oid, d.datname) AS identity
    FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()`)
  return `postgres/${row?.['identity'] ?? ''}`
}
