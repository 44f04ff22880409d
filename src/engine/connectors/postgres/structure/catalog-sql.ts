import { SET_OPTIONS, STAMP } from '../schema/column-options.ts'

/** The objects of the database that an object uses, other than tables: each as the JSON of a `NeededObject`. */
export const needsOf = (classid: string, objid: string) =>
  `COALESCE((SELECT pg_catalog.json_agg(pg_catalog.json_build_object('name', pg_catalog.pg_describe_object(u.refclassid, u.refobjid, 0),
      'address', pg_catalog.json_build_array(a.type, a.object_names, a.object_args)))
    FROM (SELECT DISTINCT refclassid, refobjid FROM pg_catalog.pg_depend
      WHERE classid = 'pg_catalog.${classid}'::regclass AND objid = ${objid} AND refclassid IN ('pg_catalog.pg_proc'::regclass,
        'pg_catalog.pg_type'::regclass, 'pg_catalog.pg_operator'::regclass, 'pg_catalog.pg_collation'::regclass, 'pg_catalog.pg_opclass'::regclass,
        'pg_catalog.pg_ts_config'::regclass, 'pg_catalog.pg_ts_dict'::regclass)) u,
      pg_catalog.pg_identify_object_as_address(u.refclassid, u.refobjid, 0) a), '[]')`

/** Names of columns, in the order of their numbers in an array. */
export const namesOf = (keys: string, table: string) =>
  `COALESCE((SELECT pg_catalog.json_agg(own.attname ORDER BY place) FROM pg_catalog.unnest(${keys}) WITH ORDINALITY keyed (number, place)
     JOIN pg_catalog.pg_attribute own ON own.attrelid = ${table} AND own.attnum = number), '[]')`

/** The entity name of a relation, as `schema` and `name`. */
export const relationOf = (alias: string, namespace: string) =>
  `pg_catalog.json_build_object('schema', ${namespace}.nspname, 'name', ${alias}.relname)`

export const TABLES = `pg_catalog.unnest($1::oid[])`

const DEFERRAL = `CASE WHEN k.condeferred THEN 'deferred' WHEN k.condeferrable THEN 'deferrable' ELSE 'none' END`

/** A sequence of a column, with the last number that it gave, which no snapshot holds back. */
const SEQUENCE = `(SELECT pg_catalog.json_build_object('schema', n.nspname, 'name', c.relname, 'type', pg_catalog.format_type(s.seqtypid, NULL),
    'start', s.seqstart::text, 'increment', s.seqincrement::text, 'least', s.seqmin::text, 'largest', s.seqmax::text, 'cache', s.seqcache::text,
    'cycles', s.seqcycle, 'isOwned', own.objid IS NOT NULL,
    'last', CASE WHEN pg_catalog.has_sequence_privilege(c.oid, 'SELECT, USAGE') THEN pg_catalog.pg_sequence_last_value(c.oid)::text END)
  FROM pg_catalog.pg_depend p JOIN pg_catalog.pg_class c ON c.oid = CASE WHEN p.classid = 'pg_catalog.pg_attrdef'::regclass THEN p.refobjid ELSE p.objid END AND c.relkind = 'S'
    JOIN pg_catalog.pg_sequence s ON s.seqrelid = c.oid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_catalog.pg_depend own ON own.classid = 'pg_catalog.pg_class'::regclass AND own.objid = c.oid AND own.refclassid = 'pg_catalog.pg_class'::regclass
      AND own.refobjid = a.attrelid AND own.refobjsubid = a.attnum AND own.deptype IN ('a', 'i')
  WHERE CASE WHEN a.attidentity <> '' THEN p.refclassid = 'pg_catalog.pg_class'::regclass AND p.refobjid = a.attrelid AND p.refobjsubid = a.attnum AND p.deptype = 'i'
      AND p.classid = 'pg_catalog.pg_class'::regclass
    ELSE p.classid = 'pg_catalog.pg_attrdef'::regclass AND p.objid = d.oid AND p.refclassid = 'pg_catalog.pg_class'::regclass END LIMIT 1)`

/** From Postgres 14 on a column can choose how its values are compressed. */
const COMPRESSION = (major: number) =>
  major >= 14
    ? `CASE a.attcompression WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' ELSE NULLIF(a.attcompression::text, '') END`
    : 'NULL'

export const COLUMNS = (major: number) => `
SELECT pg_catalog.json_build_object('table', ${relationOf('t', 'tn')}, 'name', a.attname, 'identity', a.attidentity, 'default', CASE WHEN a.attgenerated = '' THEN pg_catalog.pg_get_expr(d.adbin, d.adrelid) END,
  'needs', CASE WHEN a.attgenerated = '' AND d.oid IS NOT NULL THEN ${needsOf('pg_attrdef', 'd.oid')} ELSE '[]' END,
  'collation', CASE WHEN a.attcollation <> y.typcollation THEN (SELECT pg_catalog.json_build_object('sql', pg_catalog.format('%I.%I', cn.nspname, co.collname), 'name', 'collation ' || co.collname,
      'address', (SELECT pg_catalog.json_build_array(f.type, f.object_names, f.object_args) FROM pg_catalog.pg_identify_object_as_address('pg_catalog.pg_collation'::regclass, co.oid, 0) f))
    FROM pg_catalog.pg_collation co JOIN pg_catalog.pg_namespace cn ON cn.oid = co.collnamespace WHERE co.oid = a.attcollation) END,
  'comment', pg_catalog.col_description(a.attrelid, a.attnum), 'sequence', CASE WHEN a.attidentity <> '' OR (d.oid IS NOT NULL AND a.attgenerated = '') THEN ${SEQUENCE} END,
  'domainWithDefault', CASE WHEN y.typtype = 'd' AND y.typdefault IS NOT NULL AND d.oid IS NULL THEN y.typname END,
  'isVirtual', a.attgenerated = 'v', 'setting', pg_catalog.concat_ws(', ',
    CASE WHEN a.attstorage <> y.typstorage THEN 'STORAGE ' || CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' WHEN 'x' THEN 'EXTENDED' ELSE a.attstorage::text END END,
    'COMPRESSION ' || ${COMPRESSION(major)}, CASE WHEN a.attstattarget >= 0 THEN 'STATISTICS ' || a.attstattarget END,
    ${SET_OPTIONS})) AS part
FROM ${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
  JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
ORDER BY tn.nspname COLLATE "C", t.relname COLLATE "C", a.attnum`

/** From Postgres 18 on a constraint can exist without being enforced. */
const ENFORCED = (major: number) => (major >= 18 ? 'k.conenforced' : 'true')

/** From Postgres 18 on keys can hold for a period. */
const OF_PERIODS = (major: number) => (major >= 18 ? 'COALESCE(k.conperiod, false)' : 'false')

export const CHECKS = (major: number) => `
SELECT pg_catalog.json_build_object('table', ${relationOf('t', 'tn')}, 'name', k.conname, 'columns', ${namesOf('k.conkey', 'k.conrelid')}, 'sql', pg_catalog.pg_get_expr(k.conbin, k.conrelid),
  'needs', ${needsOf('pg_constraint', 'k.oid')}, 'isChecked', k.convalidated, 'isEnforced', ${ENFORCED(major)}, 'isInherited', NOT k.connoinherit, 'comment', pg_catalog.obj_description(k.oid, 'pg_constraint')) AS part
FROM ${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
  JOIN pg_catalog.pg_constraint k ON k.conrelid = t.oid AND k.contype = 'c'
ORDER BY tn.nspname COLLATE "C", t.relname COLLATE "C", k.conname COLLATE "C"`

/** From Postgres 18 on they have names. */
export const NOT_NULLS = `
SELECT pg_catalog.json_build_object('table', ${relationOf('t', 'tn')}, 'name', k.conname, 'columns', ${namesOf('k.conkey', 'k.conrelid')}) AS part
FROM ${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
  JOIN pg_catalog.pg_constraint k ON k.conrelid = t.oid AND k.contype = 'n' JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.conkey[1]
WHERE k.conname <> pg_catalog.left(t.relname || '_' || a.attname, 54) || '_not_null' ORDER BY tn.nspname COLLATE "C", t.relname COLLATE "C", a.attnum`

export const INDEXES = (major: number) => `
SELECT pg_catalog.json_build_object('table', ${relationOf('t', 'tn')}, 'name', COALESCE(k.conname, c.relname), 'method', m.amname, 'isUnique', i.indisunique, 'constraint', k.contype,
  'deferral', ${DEFERRAL}, 'nullsAreEqual', ${major >= 15 ? 'i.indnullsnotdistinct' : 'false'}, 'condition', pg_catalog.pg_get_expr(i.indpred, i.indrelid),
  'options', COALESCE((SELECT pg_catalog.json_agg(o) FROM pg_catalog.unnest(c.reloptions) o WHERE NOT ${STAMP('o')}), '[]'), 'needs', ${needsOf('pg_class', 'i.indexrelid')}, 'isValid', i.indisvalid, 'isOfPeriods', ${OF_PERIODS(major)},
  'definition', CASE WHEN k.contype = 'x' THEN pg_catalog.pg_get_constraintdef(k.oid) END, 'constraintNeeds', CASE WHEN k.contype = 'x' THEN ${needsOf('pg_constraint', 'k.oid')} ELSE '[]' END, 'isSettled', i.indisclustered OR i.indisreplident,
  'comment', COALESCE(pg_catalog.obj_description(k.oid, 'pg_constraint'), pg_catalog.obj_description(c.oid, 'pg_class')),
  'columns', COALESCE((SELECT pg_catalog.json_agg(DISTINCT a.attname) FROM pg_catalog.pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum > 0
    AND (a.attnum = ANY (i.indkey::smallint[]) OR EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass
      AND d.objid = i.indexrelid AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid = i.indrelid AND d.refobjsubid = a.attnum))), '[]'),
  'included', ${namesOf('i.indkey[i.indnkeyatts:]', 'i.indrelid')},
  'elements', (SELECT pg_catalog.json_agg(pg_catalog.json_build_object('column', a.attname,
      'sql', CASE WHEN i.indkey[e - 1] = 0 THEN pg_catalog.pg_get_indexdef(i.indexrelid, e, false) END,
      'operatorClass', CASE WHEN NOT o.opcdefault THEN pg_catalog.format('%I.%I', xn.nspname, o.opcname) END, 'hasOptions', EXISTS (SELECT FROM pg_catalog.unnest(x.attoptions) o WHERE NOT ${STAMP('o')}),
      'collation', CASE WHEN i.indcollation[e - 1] NOT IN (0, COALESCE(a.attcollation, 100)) THEN (SELECT pg_catalog.format('%I.%I', cn.nspname, co.collname)
        FROM pg_catalog.pg_collation co JOIN pg_catalog.pg_namespace cn ON cn.oid = co.collnamespace WHERE co.oid = i.indcollation[e - 1]) END,
      'isDescending', i.indoption[e - 1] & 1 = 1, 'nullsFirst', i.indoption[e - 1] & 2 = 2) ORDER BY e)
    FROM pg_catalog.generate_series(1, i.indnkeyatts) e JOIN pg_catalog.pg_attribute x ON x.attrelid = i.indexrelid AND x.attnum = e
      LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[e - 1] AND i.indkey[e - 1] <> 0
      JOIN pg_catalog.pg_opclass o ON o.oid = i.indclass[e - 1] JOIN pg_catalog.pg_namespace xn ON xn.oid = o.opcnamespace)) AS part
FROM ${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
  JOIN pg_catalog.pg_index i ON i.indrelid = t.oid JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid JOIN pg_catalog.pg_am m ON m.oid = c.relam
  LEFT JOIN pg_catalog.pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = i.indrelid AND k.contype IN ('p', 'u', 'x')
ORDER BY tn.nspname COLLATE "C", t.relname COLLATE "C", c.relname COLLATE "C"`

const ACTION = (column: string) =>
  `CASE k.${column} WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'a' THEN 'NO ACTION' ELSE k.${column}::text END`

export const FOREIGN_KEYS = (major: number) => `
SELECT pg_catalog.json_build_object('table', ${relationOf('t', 'tn')}, 'name', k.conname, 'columns', ${namesOf('k.conkey', 'k.conrelid')},
  'referred', ${relationOf('r', 'rn')}, 'referredColumns', ${namesOf('k.confkey', 'k.confrelid')}, 'onUpdate', ${ACTION('confupdtype')}, 'onDelete', ${ACTION('confdeltype')},
  'setColumns', ${major >= 15 ? namesOf('k.confdelsetcols', 'k.conrelid') : `'[]'::json`}, 'isFull', k.confmatchtype = 'f', 'deferral', ${DEFERRAL}, 'isChecked', k.convalidated,
  'isEnforced', ${ENFORCED(major)}, 'isOfPeriods', ${OF_PERIODS(major)}, 'comment', pg_catalog.obj_description(k.oid, 'pg_constraint')) AS part
FROM ${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
  JOIN pg_catalog.pg_constraint k ON k.conrelid = t.oid AND k.contype = 'f'
  JOIN pg_catalog.pg_class r ON r.oid = k.confrelid JOIN pg_catalog.pg_namespace rn ON rn.oid = r.relnamespace
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_constraint parent WHERE parent.oid = k.conparentid AND parent.conrelid = k.conrelid)
ORDER BY tn.nspname COLLATE "C", t.relname COLLATE "C", k.conname COLLATE "C"`

/** Of the whole database: those that read other tables are left out by the engine. */
export const VIEWS = `
SELECT pg_catalog.json_build_object('table', ${relationOf('c', 'n')}, 'kind', CASE c.relkind WHEN 'v' THEN 'view' ELSE 'materialized_view' END,
  'sql', pg_catalog.pg_get_viewdef(c.oid), 'options', COALESCE((SELECT pg_catalog.json_agg(o) FROM pg_catalog.unnest(c.reloptions) o WHERE NOT ${STAMP('o')}), '[]'), 'isFilled', c.relispopulated,
  'needs', ${needsOf('pg_rewrite', 'w.oid')}, 'oid', c.oid, 'comment', pg_catalog.obj_description(c.oid, 'pg_class'),
  'comments', COALESCE((SELECT pg_catalog.json_object_agg(a.attname, pg_catalog.col_description(c.oid, a.attnum)) FROM pg_catalog.pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND pg_catalog.col_description(c.oid, a.attnum) IS NOT NULL), '{}'),
  'reads', COALESCE((SELECT pg_catalog.json_agg(pg_catalog.json_build_object('table', ${relationOf('r', 'rn')}, 'columns', u.columns))
    FROM (SELECT d.refobjid, COALESCE(pg_catalog.json_agg(a.attname) FILTER (WHERE a.attname IS NOT NULL), '[]') AS columns FROM pg_catalog.pg_depend d
        LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid AND d.refobjsubid > 0
      WHERE d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> c.oid
      GROUP BY d.refobjid) u JOIN pg_catalog.pg_class r ON r.oid = u.refobjid AND r.relkind <> 'S' JOIN pg_catalog.pg_namespace rn ON rn.oid = r.relnamespace), '[]')) AS part
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace JOIN pg_catalog.pg_rewrite w ON w.ev_class = c.oid AND w.rulename = '_RETURN'
WHERE c.relkind IN ('v', 'm') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relpersistence <> 't'
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`

export const TABLE_COMMENTS = `
SELECT pg_catalog.json_build_object('table', ${relationOf('t', 'tn')}, 'comment', pg_catalog.obj_description(t.oid, 'pg_class')) AS part
FROM ${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
WHERE pg_catalog.obj_description(t.oid, 'pg_class') IS NOT NULL ORDER BY tn.nspname COLLATE "C", t.relname COLLATE "C"`
