import { relationOf, TABLES } from './catalog-sql.ts'

const ofTables = `${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace`

const left = (kind: string, name: string, table: string) =>
  `SELECT '${kind}' AS kind, ${name} AS name, ${table} AS "table"`

const own = relationOf('t', 'tn')

const NOT_OF_EXTENSION = (classid: string, objid: string) =>
  `NOT EXISTS (SELECT FROM pg_catalog.pg_depend e WHERE e.classid = 'pg_catalog.${classid}'::regclass AND e.objid = ${objid} AND e.deptype = 'e')`

/** Objects of the tables, and of their schemas, that do not come: kind, name, and the table as JSON. */
export const LEFT = `
SELECT pg_catalog.json_build_object('kind', kind, 'name', name, 'table', "table") AS part FROM (
  ${left('trigger', 'g.tgname::text', own)} FROM ${ofTables} JOIN pg_catalog.pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
  UNION ALL ${left('rule', 'w.rulename::text', own)} FROM ${ofTables} JOIN pg_catalog.pg_rewrite w ON w.ev_class = t.oid AND w.rulename <> '_RETURN'
  UNION ALL ${left('policy', 'p.polname::text', own)} FROM ${ofTables} JOIN pg_catalog.pg_policy p ON p.polrelid = t.oid
  UNION ALL ${left('policy', `''`, own)} FROM ${ofTables} WHERE t.relrowsecurity AND NOT EXISTS (SELECT FROM pg_catalog.pg_policy p WHERE p.polrelid = t.oid)
  UNION ALL ${left('partitions', `''`, own)} FROM ${ofTables} WHERE t.relkind = 'p' OR EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE t.oid IN (h.inhrelid, h.inhparent))
  UNION ALL ${left('statistics', 's.stxname::text', own)} FROM ${ofTables} JOIN pg_catalog.pg_statistic_ext s ON s.stxrelid = t.oid
  UNION ALL ${left('setting', `''`, own)} FROM ${ofTables} WHERE t.reloptions IS NOT NULL OR t.reltablespace <> 0 OR t.relpersistence = 'u' OR t.relreplident <> 'd' OR t.reloftype <> 0
  UNION ALL ${left('function', 'p.oid::regprocedure::text', 'NULL')} FROM pg_catalog.pg_proc p
    WHERE p.pronamespace IN (SELECT t.relnamespace FROM ${ofTables}) AND ${NOT_OF_EXTENSION('pg_proc', 'p.oid')}
  UNION ALL ${left('sequence', 'c.relname::text', 'NULL')} FROM pg_catalog.pg_class c
    WHERE c.relkind = 'S' AND c.relnamespace IN (SELECT t.relnamespace FROM ${ofTables}) AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
      WHERE (d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i', 'e') AND d.refobjsubid > 0)
        OR (d.classid = 'pg_catalog.pg_attrdef'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid = c.oid))
  UNION ALL ${left('type', 'y.oid::regtype::text', 'NULL')} FROM pg_catalog.pg_type y LEFT JOIN pg_catalog.pg_class c ON c.oid = y.typrelid
    WHERE y.typnamespace IN (SELECT t.relnamespace FROM ${ofTables}) AND (y.typtype IN ('e', 'd', 'r') OR c.relkind = 'c') AND ${NOT_OF_EXTENSION('pg_type', 'y.oid')}
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.refclassid = 'pg_catalog.pg_type'::regclass AND d.refobjid IN (y.oid, y.typarray) AND d.deptype = 'n')
) found ORDER BY kind, name COLLATE "C"`
