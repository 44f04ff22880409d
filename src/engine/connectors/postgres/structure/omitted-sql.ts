import { STAMP } from '../schema/column-options.ts'
import { GRANTS } from './grants-sql.ts'
import {
  identityOf,
  NOT_OF_EXTENSION,
  NOWHERE,
  ofTables,
  omitted,
  SCHEMAS,
  TABLE,
  WITH_VIEWS,
} from './omitted-select.ts'

const PARTITIONS = `(SELECT ARRAY[pg_catalog.count(*)::text, pg_catalog.min(p.relname::text COLLATE "C"), pg_catalog.max(p.relname::text COLLATE "C")]
  FROM pg_catalog.pg_partition_tree(t.oid) h JOIN pg_catalog.pg_class p ON p.oid = h.relid WHERE h.level > 0)`

/** How a table is stored and replicated. An index by which it is replicated is told with the index. */
const SETTINGS = `pg_catalog.concat_ws(', ', CASE t.relpersistence WHEN 'p' THEN NULL WHEN 'u' THEN 'UNLOGGED' ELSE t.relpersistence::text END,
  (SELECT 'TABLESPACE ' || s.spcname FROM pg_catalog.pg_tablespace s WHERE s.oid = t.reltablespace),
  (SELECT 'USING ' || m.amname FROM pg_catalog.pg_am m WHERE m.oid = t.relam AND m.amname <> 'heap'),
  CASE WHEN t.relkind <> 'f' THEN CASE t.relreplident WHEN 'f' THEN 'REPLICA IDENTITY FULL' WHEN 'n' THEN 'REPLICA IDENTITY NOTHING' WHEN 'd' THEN NULL WHEN 'i' THEN NULL ELSE 'REPLICA IDENTITY ' || t.relreplident::text END END,
  CASE WHEN t.reloftype <> 0 THEN 'OF ' || t.reloftype::regtype END, CASE WHEN t.relforcerowsecurity THEN 'FORCE ROW LEVEL SECURITY' END,
  (SELECT pg_catalog.string_agg(o, ', ') FROM pg_catalog.unnest(t.reloptions) o WHERE NOT ${STAMP('o')}),
  (SELECT pg_catalog.string_agg('toast.' || o, ', ') FROM pg_catalog.pg_class toast, pg_catalog.unnest(toast.reloptions) o WHERE NOT ${STAMP('o')} AND toast.oid = t.reltoastrelid))`

/** Objects of these schemas that nobody moves: catalogue, the columns with the schema and the name. */
const OTHERS = [
  ['pg_collation', 'collnamespace'],
  ['pg_operator', 'oprnamespace'],
  ['pg_opclass', 'opcnamespace'],
  ['pg_ts_config', 'cfgnamespace'],
  ['pg_ts_dict', 'dictnamespace'],
] as const

const ofSchemas = ([catalogue, namespace]: (typeof OTHERS)[number]) =>
  `${omitted('object', identityOf(catalogue, 'o.oid'), NOWHERE)} FROM pg_catalog.${catalogue} o WHERE o.${namespace} IN ${SCHEMAS} AND ${NOT_OF_EXTENSION(catalogue, 'o.oid')}`

const comment = (classid: string, condition: string, table = NOWHERE) =>
  `${omitted('comment', identityOf(classid, 'd.objoid'), table, 'ARRAY[d.description]')} FROM pg_catalog.pg_description d
   WHERE d.classoid = 'pg_catalog.${classid}'::regclass AND d.objsubid = 0 AND d.objoid IN (${condition})`

const TYPES = `SELECT y.oid FROM pg_catalog.pg_type y WHERE y.typnamespace IN ${SCHEMAS} AND ${NOT_OF_EXTENSION('pg_type', 'y.oid')}`

const FOUND = [
  `${omitted('trigger', 'g.tgname::text')} FROM ${WITH_VIEWS} JOIN pg_catalog.pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal`,
  `${omitted('event_trigger', 'v.evtname::text', NOWHERE)} FROM pg_catalog.pg_event_trigger v WHERE ${NOT_OF_EXTENSION('pg_event_trigger', 'v.oid')}`,
  `${omitted('rule', 'w.rulename::text')} FROM ${WITH_VIEWS} JOIN pg_catalog.pg_rewrite w ON w.ev_class = t.oid AND w.rulename <> '_RETURN'`,
  `${omitted('policy', 'p.polname::text')} FROM ${ofTables} JOIN pg_catalog.pg_policy p ON p.polrelid = t.oid`,
  `${omitted('policy', `''`)} FROM ${ofTables} WHERE t.relrowsecurity AND NOT EXISTS (SELECT FROM pg_catalog.pg_policy p WHERE p.polrelid = t.oid)`,
  `${omitted('partitions', `''`, TABLE, PARTITIONS)} FROM ${ofTables} WHERE t.relkind = 'p' AND EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE h.inhparent = t.oid)`,
  `${omitted('inheritance', `''`)} FROM ${ofTables} WHERE CASE t.relkind WHEN 'p' THEN NOT EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE h.inhparent = t.oid)
     ELSE EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE t.oid IN (h.inhrelid, h.inhparent)) END`,
  `${omitted('statistics', 's.stxname::text')} FROM ${ofTables} JOIN pg_catalog.pg_statistic_ext s ON s.stxrelid = t.oid`,
  `${omitted('setting', `''`, TABLE, `ARRAY[${SETTINGS}]`)} FROM ${ofTables} WHERE ${SETTINGS} <> ''`,
  `${omitted('setting', 'x.relname::text', TABLE, `ARRAY['TABLESPACE ' || s.spcname]`)} FROM ${ofTables} JOIN pg_catalog.pg_index i ON i.indrelid = t.oid
     JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid JOIN pg_catalog.pg_tablespace s ON s.oid = x.reltablespace`,
  `${omitted('foreign_table', `''`, TABLE, 'ARRAY[s.srvname]')} FROM ${ofTables} JOIN pg_catalog.pg_foreign_table f ON f.ftrelid = t.oid JOIN pg_catalog.pg_foreign_server s ON s.oid = f.ftserver`,
  `${omitted('function', 'p.oid::regprocedure::text', NOWHERE)} FROM pg_catalog.pg_proc p WHERE p.pronamespace IN ${SCHEMAS} AND ${NOT_OF_EXTENSION('pg_proc', 'p.oid')}`,
  `${omitted('sequence', 'c.relname::text', NOWHERE)} FROM pg_catalog.pg_class c
    WHERE c.relkind = 'S' AND c.relnamespace IN ${SCHEMAS} AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
      WHERE (d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i', 'e') AND d.refobjsubid > 0)
        OR (d.classid = 'pg_catalog.pg_attrdef'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid = c.oid))`,
  `${omitted('type', 'y.oid::regtype::text', NOWHERE)} FROM pg_catalog.pg_type y LEFT JOIN pg_catalog.pg_class c ON c.oid = y.typrelid
    WHERE y.typnamespace IN ${SCHEMAS} AND (y.typtype IN ('e', 'd', 'r') OR (y.typtype = 'b' AND y.typcategory <> 'A') OR c.relkind = 'c') AND ${NOT_OF_EXTENSION('pg_type', 'y.oid')}
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.refclassid = 'pg_catalog.pg_type'::regclass AND d.refobjid IN (y.oid, y.typarray) AND d.deptype = 'n'
        AND d.classid IN ('pg_catalog.pg_class'::regclass, 'pg_catalog.pg_type'::regclass))`,
  `${omitted('view_default', 'a.attname::text')} FROM ${WITH_VIEWS} JOIN pg_catalog.pg_attrdef d ON d.adrelid = t.oid JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.adnum
     WHERE t.relkind = 'v'`,
  comment(
    'pg_namespace',
    `SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.oid IN ${SCHEMAS} AND NOT (n.nspname = 'public' AND d.description = 'standard public schema')`,
  ),
  comment('pg_class', `SELECT c.oid FROM pg_catalog.pg_class c WHERE c.relkind = 'S' AND c.relnamespace IN ${SCHEMAS}`),
  comment('pg_type', TYPES),
  comment(
    'pg_constraint',
    `SELECT k.oid FROM pg_catalog.pg_constraint k WHERE k.contypid IN (${TYPES}) OR (k.contype = 'n' AND k.conrelid = ANY ($1::oid[]))`,
  ),
  `${omitted('extension', 'x.extname::text', NOWHERE)} FROM pg_catalog.pg_extension x WHERE x.extname <> 'plpgsql'`,
  `${omitted('publication', 'b.pubname::text', NOWHERE)} FROM pg_catalog.pg_publication b WHERE EXISTS (SELECT FROM pg_catalog.pg_publication_tables of
     WHERE of.pubname = b.pubname AND (of.schemaname, of.tablename) IN (SELECT tn.nspname, t.relname FROM ${ofTables}))`,
  `${omitted('not_null', 'k.conname::text')} FROM ${ofTables} JOIN pg_catalog.pg_constraint k ON k.conrelid = t.oid AND k.contype = 'n' AND (k.connoinherit OR NOT k.convalidated)`,
  ...(['pg_foreign_data_wrapper', 'pg_foreign_server'] as const).map(
    (catalogue) =>
      `${omitted('server', identityOf(catalogue, 'o.oid'), NOWHERE)} FROM pg_catalog.${catalogue} o WHERE ${NOT_OF_EXTENSION(catalogue, 'o.oid')}`,
  ),
  `${omitted('unknown', 'k.conname::text')} FROM ${ofTables} JOIN pg_catalog.pg_constraint k ON k.conrelid = t.oid AND k.contype NOT IN ('c', 'f', 'n', 'p', 't', 'u', 'x')`,
  `${omitted('unknown', identityOf('pg_class', 'c.oid'), NOWHERE)} FROM pg_catalog.pg_class c WHERE c.relnamespace IN ${SCHEMAS}
    AND c.relkind NOT IN ('r', 'p', 'v', 'm', 'f', 'i', 'I', 'S', 'c', 't') AND ${NOT_OF_EXTENSION('pg_class', 'c.oid')}`,
  ...OTHERS.map(ofSchemas),
  ...GRANTS,
]

/** Objects of the tables, and of their schemas, that do not come, in the order of their kinds and names. */
export const OMITTED = `
SELECT pg_catalog.json_build_object('what', what, 'name', name, 'table', "table", 'details', details) AS part
FROM (${FOUND.join('\nUNION ALL ')}) found ORDER BY what, name COLLATE "C", "table"::text COLLATE "C"`
