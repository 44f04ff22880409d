import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from './describe-relations.ts'
import { isView } from './underlying-names.ts'

/** Of each view, the tables behind it whose row security may hide rows from its owner, or from this account if the view asks as whoever reads it. */
export async function hidingTables(
  session: PostgresSession,
  relations: readonly Relation[],
): Promise<(view: Relation) => readonly string[]> {
  const oids = relations.filter(isView).map(({ oid }) => oid)
  const rows = oids.length > 0 ? await session.query(STATEMENT, [`{${oids.join(',')}}`]) : []
  const found = new Map(rows.map(({ view, tables }) => [view, JSON.parse(tables ?? '[]') as readonly string[]]))
  return ({ oid }) => found.get(String(oid)) ?? []
}

/** A view that asks as its reader does so behind other views too. Source: PostgreSQL, "CREATE VIEW". */
const ROLE = `CASE WHEN EXISTS (SELECT FROM pg_catalog.unnest(v.reloptions) o
    WHERE o LIKE 'security_invoker=%' AND pg_catalog.split_part(o, '=', 2)::boolean)
  THEN pg_catalog.to_regrole(pg_catalog.quote_ident(current_user))::oid ELSE v.relowner END`

const MENTIONED = `pg_catalog.pg_rewrite r JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
      AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> r.ev_class`

/** Whom row security binds. Source: PostgreSQL, "Row Security Policies". */
const STATEMENT = `
WITH RECURSIVE reads AS (
  SELECT v.oid AS view, d.refobjid AS oid, ${ROLE} AS role
  FROM pg_catalog.pg_class v, ${MENTIONED}
  WHERE v.oid = ANY ($1::oid[]) AND r.ev_class = v.oid AND r.ev_type = '1'
  UNION
  SELECT reads.view, d.refobjid, ${ROLE}
  FROM reads JOIN pg_catalog.pg_class v ON v.oid = reads.oid AND v.relkind IN ('v', 'm'), ${MENTIONED}
  WHERE r.ev_class = v.oid AND r.ev_type = '1'
)
SELECT reads.view, pg_catalog.json_agg(DISTINCT n.nspname || '.' || c.relname) AS tables
FROM reads JOIN pg_catalog.pg_class c ON c.oid = reads.oid AND c.relrowsecurity
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_roles role ON role.oid = reads.role
WHERE NOT role.rolsuper AND NOT role.rolbypassrls
  AND (c.relforcerowsecurity OR NOT pg_catalog.pg_has_role(role.oid, c.relowner, 'USAGE'))
GROUP BY reads.view`
