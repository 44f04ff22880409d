import type { Reference } from '../../sql/changes/references-within.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { entityName } from '../schema/relation-name.ts'

/** Foreign keys; a table with triggers of its own refers to nothing, so that they are executed as ever. */
const REFERENCES = `SELECT a.nspname AS schema, c.relname AS name, b.nspname AS other_schema, d.relname AS other_name
  FROM pg_catalog.pg_constraint f JOIN pg_catalog.pg_class c ON c.oid = f.conrelid JOIN pg_catalog.pg_namespace a ON a.oid = c.relnamespace
    JOIN pg_catalog.pg_class d ON d.oid = f.confrelid JOIN pg_catalog.pg_namespace b ON b.oid = d.relnamespace
  WHERE f.contype = 'f' AND f.conparentid = 0
  UNION ALL
  SELECT DISTINCT n.nspname, c.relname, '', '' FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND t.tgenabled <> 'D'`

/** The foreign keys of a database, and its tables with triggers, which refer to nothing that exists. */
export async function readReferences(session: PostgresSession): Promise<readonly Reference[]> {
  const rows = await session.query(REFERENCES)
  return rows.map((row) => ({
    from: entityName({ schema: row['schema'] ?? '', name: row['name'] ?? '' }),
    to: entityName({ schema: row['other_schema'] ?? '', name: row['other_name'] ?? '' }),
  }))
}

/** Whether the account may write without checks of foreign keys. Source: PostgreSQL, `session_replication_role` */
export async function mayPassReferences(session: PostgresSession): Promise<boolean> {
  const set = (role: string) => session.query(`SET session_replication_role = ${role}`)
  return set('replica').then(
    () => set('origin').then(() => true),
    () => false,
  )
}

/** Part of a transaction: work without checks of foreign keys. */
export async function passingReferences<T>(session: PostgresSession, work: () => Promise<T>): Promise<T> {
  await session.query('SET LOCAL session_replication_role = replica')
  const done = await work()
  await session.query('SET LOCAL session_replication_role = origin')
  return done
}
