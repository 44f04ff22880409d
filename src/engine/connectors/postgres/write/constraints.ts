const NAMES = (keys: string, oid: string) =>
  `(SELECT pg_catalog.json_agg(own.attname ORDER BY place) FROM pg_catalog.unnest(${keys}) WITH ORDINALITY keyed (number, place)
     JOIN pg_catalog.pg_attribute own ON own.attrelid = ${oid} AND own.attnum = number)`

/** The constraints of the table with the number $1, the cheapest to check first; each as the JSON of a `Constraint`. */
export const CONSTRAINTS = (major: number) => `
SELECT pg_catalog.json_build_object('kind', kind, 'name', name, 'columns', columns, 'expressions', COALESCE(expressions, '[]'),
  'definition', definition, 'nullsAreEqual', COALESCE(nulls_are_equal, false), 'referred', referred) AS constraint
FROM (
  SELECT 0 AS rank, 'filled' AS kind, a.attname::text AS name, pg_catalog.json_build_array(a.attname) AS columns, NULL::json AS expressions,
    NULL::text AS definition, NULL::boolean AS nulls_are_equal, NULL::json AS referred
  FROM pg_catalog.pg_attribute a WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
  UNION ALL
  SELECT 1, 'check', k.conname, ${NAMES('k.conkey', 'k.conrelid')}, NULL, pg_catalog.pg_get_expr(k.conbin, k.conrelid), NULL, NULL
  FROM pg_catalog.pg_constraint k WHERE k.conrelid = $1 AND k.contype = 'c'${major >= 18 ? ' AND k.conenforced' : ''}
  UNION ALL
  SELECT 2, 'unique', c.relname,
    (SELECT pg_catalog.json_agg(DISTINCT a.attname) FROM pg_catalog.pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum > 0
      AND (a.attnum = ANY (i.indkey::smallint[]) OR EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass
        AND d.objid = i.indexrelid AND d.refobjid = i.indrelid AND d.refobjsubid = a.attnum))),
    (SELECT pg_catalog.json_agg(pg_catalog.pg_get_indexdef(i.indexrelid, n, true) ORDER BY n) FROM pg_catalog.generate_series(1, i.indnkeyatts) n),
    pg_catalog.pg_get_expr(i.indpred, i.indrelid), ${major >= 15 ? 'i.indnullsnotdistinct' : 'false'}, NULL
  FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1 AND i.indisunique AND i.indisvalid
  UNION ALL
  SELECT 3, 'foreign', k.conname, ${NAMES('k.conkey', 'k.conrelid')}, NULL, NULL, NULL,
    pg_catalog.json_build_object('name', k.confrelid::regclass::text, 'schema', n.nspname, 'table', r.relname,
      'columns', ${NAMES('k.confkey', 'k.confrelid')}, 'isItself', k.confrelid = k.conrelid)
  FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class r ON r.oid = k.confrelid JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
  WHERE k.conrelid = $1 AND k.contype = 'f'${major >= 18 ? ' AND k.conenforced' : ''}
) found ORDER BY rank, name`
