import type { PostgresSession } from '../driver/postgres-session.ts'

/** Tables whose rows, when they change, also concern another table: by a foreign key in either direction, a trigger, a rule, a partition or an heir. */
const TIED = `
SELECT c.oid FROM pg_catalog.pg_class c WHERE c.oid = ANY ($1::oid[]) AND (c.relkind <> 'r' OR c.relhastriggers OR c.relhasrules OR c.relispartition
  OR c.oid IN (SELECT inhrelid FROM pg_catalog.pg_inherits UNION ALL SELECT inhparent FROM pg_catalog.pg_inherits))`

/** @returns those of these tables that are tied to others. The server keeps foreign keys of both sides by triggers. */
export async function tiedTables(session: PostgresSession, oids: readonly number[]): Promise<ReadonlySet<string>> {
  if (oids.length === 0) return new Set()
  const rows = await session.query(TIED, [`{${oids.join(',')}}`])
  return new Set(rows.map((row) => row['oid'] ?? ''))
}
