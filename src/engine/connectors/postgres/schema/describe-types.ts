import type { OwnType } from '../../../ports/own-type.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'

/** Objects of the server itself have lower numbers. */
export const FIRST_OWN_OID = 16_384

/** Earlier versions have no multiranges. */
export const FIRST_WITH_MULTIRANGES = 14

/**
 * Describes user-defined types that the database has, and the types that they consist of.
 * @param wanted their names in the notation of `format_type`, or their numbers, which an account may know without access to their schema
 * @returns each after the types that it needs
 */
export async function describeTypes(
  session: PostgresSession,
  { names = [], oids = [] }: { readonly names?: readonly string[]; readonly oids?: readonly number[] },
): Promise<readonly OwnType[]> {
  const rows = await session.query(STATEMENT(session.major), [JSON.stringify(names), JSON.stringify(oids)])
  return neededFirst(rows.map(({ type }) => JSON.parse(type ?? '{}') as OwnType))
}

/** The given types and all types that they need, in the same order. */
export function withNeeded(types: readonly OwnType[], name: string): readonly OwnType[] {
  const wanted = new Set<string>()
  const add = (one: string) => {
    if (wanted.has(one)) return
    wanted.add(one)
    for (const need of types.find((type) => type.name === one)?.needs ?? []) add(need)
  }
  add(name)
  return types.filter((type) => wanted.has(type.name))
}

function neededFirst(types: readonly OwnType[]): readonly OwnType[] {
  const ordered = new Set<OwnType>()
  const entered = new Set<OwnType>()
  const enter = (type: OwnType) => {
    if (entered.has(type)) return
    entered.add(type)
    for (const need of types.filter(({ name }) => type.needs.includes(name))) enter(need)
    ordered.add(type)
  }
  types.forEach(enter)
  return [...ordered]
}

const COLLATION = (oid: string, usual: string) =>
  `(SELECT pg_catalog.format('%I.%I', cn.nspname, co.collname) FROM pg_catalog.pg_collation co JOIN pg_catalog.pg_namespace cn ON cn.oid = co.collnamespace
     WHERE co.oid = ${oid} AND ${oid} <> ${usual})`

const ATTRIBUTES = `pg_catalog.pg_attribute a JOIN pg_catalog.pg_type at ON at.oid = a.atttypid
  WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped`

/** The parts of a check or a range. */
const DEPENDS = `pg_catalog.pg_depend d WHERE (d.classid = 'pg_catalog.pg_constraint'::regclass
    AND d.objid IN (SELECT k.oid FROM pg_catalog.pg_constraint k WHERE k.contypid = t.oid)
  OR d.classid = 'pg_catalog.pg_type'::regclass AND d.objid = t.oid AND t.typtype = 'r') AND d.refobjid >= ${FIRST_OWN_OID}`

const STATEMENT = (major: number) => {
  const multirange = major >= FIRST_WITH_MULTIRANGES ? 'r.rngmultitypid' : '0'
  const parts = `(
    SELECT t.typbasetype AS oid WHERE t.typtype = 'd'
    UNION ALL SELECT t.typelem WHERE t.typtype = 'b' AND t.typcategory = 'A'
    UNION ALL SELECT a.atttypid FROM ${ATTRIBUTES} AND t.typtype = 'c' AND EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c')
    UNION ALL SELECT r.rngsubtype FROM pg_catalog.pg_range r WHERE r.rngtypid = t.oid
    UNION ALL SELECT r.rngtypid FROM pg_catalog.pg_range r WHERE ${multirange} = t.oid
    UNION ALL SELECT d.refobjid FROM ${DEPENDS} AND d.refclassid = 'pg_catalog.pg_type'::regclass)`
  return `
WITH RECURSIVE found AS (
  SELECT oid FROM (SELECT pg_catalog.to_regtype(name)::oid AS oid FROM pg_catalog.json_array_elements_text($1::json) name
    UNION ALL SELECT number::oid FROM pg_catalog.json_array_elements_text($2::json) number) wanted
  UNION
  SELECT part.oid FROM found JOIN pg_catalog.pg_type t ON t.oid = found.oid CROSS JOIN LATERAL ${parts} part
  WHERE part.oid >= ${FIRST_OWN_OID} AND NOT EXISTS (${MEMBERSHIP})
)
SELECT pg_catalog.json_build_object('name', pg_catalog.format_type(t.oid, NULL), 'schema', n.nspname,
  'needs', COALESCE((SELECT pg_catalog.json_agg(DISTINCT pg_catalog.format_type(part.oid, NULL)) FROM ${parts} part
    WHERE part.oid >= ${FIRST_OWN_OID} AND part.oid <> t.oid AND extension.name IS NULL), '[]'),
  'calls', COALESCE((SELECT pg_catalog.json_agg(DISTINCT CASE d.refclassid
      WHEN 'pg_catalog.pg_proc'::regclass THEN pg_catalog.jsonb_build_object('kind', 'function', 'name', d.refobjid::regprocedure::text)
      ELSE pg_catalog.jsonb_build_object('kind', 'operator', 'name', d.refobjid::regoperator::text) END)
    FROM ${DEPENDS} AND d.refclassid IN ('pg_catalog.pg_proc'::regclass, 'pg_catalog.pg_operator'::regclass)), '[]'),
  'kind', CASE WHEN extension.name IS NOT NULL THEN 'extension' WHEN t.typtype = 'e' THEN 'enum' WHEN t.typtype = 'd' THEN 'domain'
    WHEN t.typtype = 'c' THEN CASE WHEN c.relkind = 'c' THEN 'composite' ELSE 'row' END
    -- It needs a function that takes the type itself, which is not there before it.
    WHEN t.typtype = 'r' THEN CASE WHEN r.rngcanonical = 0 THEN 'range' ELSE 'base' END
    WHEN t.typtype = 'm' THEN 'multirange' WHEN t.typtype = 'b' AND t.typcategory = 'A' AND t.typelem <> 0 THEN 'array' ELSE 'base' END,
  'extension', extension.name,
  'labels', (SELECT pg_catalog.json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid),
  'base', pg_catalog.format_type(base.oid, t.typtypmod), 'isNotNull', t.typnotnull,
  'collation', CASE WHEN t.typtype = 'd' THEN ${COLLATION('t.typcollation', 'base.typcollation')}
    ELSE ${COLLATION('r.rngcollation', 'subtype.typcollation')} END,
  'checks', COALESCE((SELECT pg_catalog.json_agg(pg_catalog.json_build_object('name', k.conname, 'definition', pg_catalog.pg_get_constraintdef(k.oid))
    ORDER BY k.conname) FROM pg_catalog.pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c'), '[]'),
  'attributes', (SELECT pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
    'collation', ${COLLATION('a.attcollation', 'at.typcollation')}) ORDER BY a.attnum) FROM ${ATTRIBUTES}),
  'subtype', pg_catalog.format_type(r.rngsubtype, NULL),
  'difference', CASE WHEN r.rngsubdiff <> 0 THEN (SELECT pg_catalog.format('%I.%I', pn.nspname, p.proname) FROM pg_catalog.pg_proc p
    JOIN pg_catalog.pg_namespace pn ON pn.oid = p.pronamespace WHERE p.oid = r.rngsubdiff) END,
  'operatorClass', (SELECT pg_catalog.format('%I.%I', opn.nspname, o.opcname) FROM pg_catalog.pg_opclass o
    JOIN pg_catalog.pg_namespace opn ON opn.oid = o.opcnamespace WHERE o.oid = r.rngsubopc),
  'multirange', CASE WHEN ${multirange} <> 0 THEN pg_catalog.format_type(${multirange}, NULL) END) AS type
FROM found JOIN pg_catalog.pg_type t ON t.oid = found.oid JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
  LEFT JOIN pg_catalog.pg_class c ON c.oid = t.typrelid LEFT JOIN pg_catalog.pg_type base ON base.oid = t.typbasetype
  LEFT JOIN pg_catalog.pg_range r ON r.rngtypid = t.oid LEFT JOIN pg_catalog.pg_type subtype ON subtype.oid = r.rngsubtype
  LEFT JOIN LATERAL (${MEMBERSHIP}) extension ON true
ORDER BY n.nspname COLLATE "C", t.typname COLLATE "C"`
}

const MEMBERSHIP = `SELECT x.extname AS name FROM pg_catalog.pg_depend m JOIN pg_catalog.pg_extension x ON x.oid = m.refobjid
  WHERE m.classid = 'pg_catalog.pg_type'::regclass AND m.objid = t.oid AND m.refclassid = 'pg_catalog.pg_extension'::regclass AND m.deptype = 'e'`
