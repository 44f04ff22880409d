import type { PostgresSession } from '../driver/postgres-session.ts'

/** Shows without a privilege whether two names mean the same database: the start time of the server, and the database's id. */
export async function databaseIdentity(session: PostgresSession): Promise<string> {
  const [row] = await session.query(`
    SELECT pg_catalog.concat_ws('/', pg_catalog.pg_postmaster_start_time(), d.oid, d.datname) AS identity
    FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()`)
  return `postgres/${row?.['identity'] ?? ''}`
}

/** The number that a server gets when it is made, which its copies keep, and the database's id. @returns nothing where the account may not read it */
export async function lastingIdentity(session: PostgresSession): Promise<string | undefined> {
  const [row] = await session.query(`
    SELECT pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE') AS readable, d.oid AS database
    FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()`)
  if (row?.['readable'] !== 't') return undefined
  const [made] = await session.query('SELECT system_identifier AS server FROM pg_catalog.pg_control_system()')
  return `postgres/${made?.['server'] ?? ''}/${row['database'] ?? ''}`
}
