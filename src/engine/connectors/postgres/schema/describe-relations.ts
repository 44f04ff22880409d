import { defined } from '../../../../core/catalog/defined.ts'
import type { EntityKind } from '../../../ports/connector.ts'
import type { Currency } from '../../../ports/currency.ts'
import type { OwnType } from '../../../ports/own-type.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { isOfMoney } from './base-type.ts'
import { describeTypes, FIRST_OWN_OID, withNeeded } from './describe-types.ts'
import { INTERNAL_PREFIX, type RelationName } from './relation-name.ts'

/** A column in the catalog, with everything that an unchanged copy needs. */
export interface RelationColumn {
  readonly name: string
  /** `format_type` with an empty search path, so every type that is not built in includes its schema. */
  readonly type: string
  readonly nullable: boolean
  readonly keyPosition: number | null
  /** The expression of a generated column. */
  readonly generated: string | null
  readonly isVirtual: boolean
  readonly isIdentityAlways: boolean
  readonly hasDefault: boolean
  /** Whether the binary form means the same on every server of this major version. */
  readonly isPortable: boolean
  /** The user-defined types that its type consists of, and the type itself; each after the types that it needs. */
  readonly ownTypes?: readonly OwnType[]
  /** Its type is money, or consists of it. */
  readonly currency?: Currency
  /** If it is another one than that of most columns of its type. */
  readonly collation?: Collation
}

export interface Collation {
  /** As SQL. */
  readonly name: string
  /** It takes texts of different characters for equal. */
  readonly isLoose: boolean
}

export interface Relation extends RelationName {
  readonly oid: number
  readonly kind: EntityKind
  readonly estimatedRows: number | null
  /** On disk; zero for relations without their own rows. */
  readonly bytes: number | null
  /** The file with a table's rows. A different file later means that the table was rewritten or emptied, and that older snapshots see nothing. */
  readonly storage: string | null
  /** A materialized view that was never filled. */
  readonly isUnpopulated: boolean
  /** Whether the account may read only some of its columns. */
  readonly isPartlyReadable: boolean
  /** Whether row security hides rows from this account. */
  readonly isFiltered: boolean
  readonly columns: readonly RelationColumn[]
}

type OwnTypeName = { readonly oid: number; readonly name: string } | null

/** A column as the statement returns it: without the names of its facts, which would be most of the answer. */
type ColumnFacts = readonly [
  name: string,
  type: string,
  nullable: boolean,
  keyPosition: number | null,
  generated: string | null,
  isVirtual: boolean,
  isIdentityAlways: boolean,
  hasDefault: boolean,
  isPortable: boolean,
  ownType: OwnTypeName,
  collation: Collation | null,
]

interface Described extends Omit<Relation, 'columns'> {
  readonly columns: readonly ColumnFacts[]
}

/**
 * All relations that this account can read, or the named ones, in a stable order. Partitions and members of extensions are parts of
 * other objects; system schemas and our own tables contain no user data.
 * @param as of a source, only columns that can be read
 */
export async function describeRelations(
  session: PostgresSession,
  only?: readonly RelationName[],
  as: 'source' | 'target' = 'target',
): Promise<readonly Relation[]> {
  const rows = only
    ? await session.query(statement(session.major, NAMED[as]), [JSON.stringify(only)])
    : await session.query(statement(session.major, READABLE))
  const relations = rows.map(({ relation }) => JSON.parse(relation ?? '{}') as Described)
  const named = new Map<number, string>()
  for (const { columns } of relations)
    for (const { 9: ownType } of columns) if (ownType) named.set(ownType.oid, ownType.name)
  const types = named.size > 0 ? await describeTypes(session, { oids: [...named.keys()] }) : []
  const needed = new Map([...named].map(([oid, name]) => [oid, withNeeded(types, name)]))
  return relations.map((relation) => ({
    ...relation,
    columns: relation.columns.map((facts) => columnOf(facts, needed, session.currency)),
  }))
}

function columnOf(
  facts: ColumnFacts,
  needed: ReadonlyMap<number, readonly OwnType[]>,
  currency: Currency,
): RelationColumn {
  const [
    name,
    type,
    nullable,
    keyPosition,
    generated,
    isVirtual,
    isIdentityAlways,
    hasDefault,
    isPortable,
    own,
    collation,
  ] = facts
  const ownTypes = own && needed.get(own.oid)
  return defined({
    name,
    type,
    nullable,
    keyPosition,
    generated,
    isVirtual,
    isIdentityAlways,
    hasDefault,
    isPortable,
    ownTypes: ownTypes ?? undefined,
    collation: collation ?? undefined,
    currency: isOfMoney(defined({ type, ownTypes: ownTypes ?? undefined })) ? currency : undefined,
  })
}

/** Types whose binary form contains numbers that only their own server understands, or text that was changed for the reader. */
const UNPORTABLE = `'xml', 'refcursor', 'aclitem', 'regclass', 'regcollation', 'regconfig', 'regdictionary', 'regnamespace',
  'regoper', 'regoperator', 'regproc', 'regprocedure', 'regrole', 'regtype', 'regdatabase'`

/** Reads the present, not the snapshot: functions of the server read the current catalogs. */
export const STORAGE = (oid: string) =>
  `COALESCE((SELECT pg_catalog.string_agg(pg_catalog.pg_relation_filenode(t.relid)::text, ',') FROM pg_catalog.pg_partition_tree(${oid}) t),
    pg_catalog.pg_relation_filenode(${oid})::text)`

interface Wanted {
  /** Relations `c` with their schemas `n`. */
  readonly from: string
  readonly where: string
  /** Whether all columns of a relation are wanted, not only the readable ones; asked once for each relation, because there may be many columns. */
  readonly isWhole: string
}

/** Found by the index of the names, because the planner would read all columns of a large database. */
const named = (isWhole: string): Wanted => ({
  from: `(SELECT DISTINCT w->>'schema' AS schema, w->>'name' AS name FROM pg_catalog.json_array_elements($1::json) w) named
    JOIN pg_catalog.pg_namespace n ON n.nspname = named.schema COLLATE "C"
    JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = named.name COLLATE "C"`,
  where: 'true',
  isWhole,
})

const NAMED = {
  target: named('true'),
  // Where none can be read, all are described, so that reading them names what is missing.
  source: named(
    `pg_catalog.has_table_privilege(c.oid, 'SELECT') OR NOT pg_catalog.has_any_column_privilege(c.oid, 'SELECT')`,
  ),
} as const

const READABLE: Wanted = {
  from: 'pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace',
  where: `NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND c.relpersistence <> 't' AND NOT pg_catalog.starts_with(c.relname::text, '${INTERNAL_PREFIX}')
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`,
  isWhole: `pg_catalog.has_table_privilege(c.oid, 'SELECT')`,
}

/**
 * Every list of columns belongs to a wanted relation, so the full join at the end is a left one that the server cannot do as a loop:
 * in a database whose catalogs were never analyzed, such as one whose tables were just created, it would list all columns again for each relation.
 */
const statement = (major: number, { from, where, isWhole }: Wanted) =>
  `
WITH wanted AS MATERIALIZED (
  SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, c.relpages, c.relispopulated,
    ${isWhole} AS is_whole,
    (SELECT k.conkey FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p') AS key
  FROM ${from}
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${where}
), attributes AS MATERIALIZED (
  SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attgenerated, a.attidentity, a.atthasdef, a.attcollation,
    pg_catalog.array_position(w.key, a.attnum) AS key_position
  FROM wanted w JOIN pg_catalog.pg_attribute a ON a.attrelid = w.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE w.is_whole OR pg_catalog.has_column_privilege(w.oid, a.attnum, 'SELECT')
), types AS MATERIALIZED (
  SELECT base.oid, base.typcollation, base.oid < 10000 AND element.oid < 10000 AND element.typtype IN ('b', 'r', 'm')
      AND base.typsend <> 0 AND element.typsend <> 0 AND element.typname NOT IN (${UNPORTABLE}) AS is_portable,
    CASE WHEN element.oid >= ${FIRST_OWN_OID} THEN pg_catalog.json_build_object('oid', element.oid, 'name', pg_catalog.format_type(element.oid, NULL)) END AS own
  FROM pg_catalog.pg_type base
    JOIN pg_catalog.pg_type element ON element.oid = CASE WHEN base.typcategory = 'A' AND base.typelem <> 0 THEN base.typelem ELSE base.oid END
  WHERE base.oid IN (SELECT a.atttypid FROM attributes a)
), columns AS (
  SELECT a.attrelid, pg_catalog.json_agg(pg_catalog.json_build_array(
    a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, a.key_position,
    CASE WHEN a.attgenerated <> '' THEN (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attrdef d
      WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum) END,
    a.attgenerated = 'v', a.attidentity = 'a', a.atthasdef OR a.attidentity <> '', t.is_portable, t.own,
    CASE WHEN c.oid IS NOT NULL THEN pg_catalog.json_build_object('name', c.oid::regcollation::text, 'isLoose', NOT c.collisdeterministic) END) ORDER BY a.attnum) AS list
  FROM attributes a JOIN types t ON t.oid = a.atttypid
    LEFT JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation AND (a.attcollation <> t.typcollation OR NOT c.collisdeterministic)
  GROUP BY a.attrelid
)
SELECT pg_catalog.json_build_object(
  'schema', w.nspname, 'name', w.relname, 'oid', w.oid,
  'kind', CASE w.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' WHEN 'v' THEN 'view'
    WHEN 'm' THEN 'materialized view' ELSE 'foreign table' END,
  'estimatedRows', CASE
    WHEN w.relkind = 'p' THEN (SELECT CASE WHEN pg_catalog.min(p.reltuples) >= 0 THEN pg_catalog.round(pg_catalog.sum(p.reltuples)) END
      FROM pg_catalog.pg_partition_tree(w.oid) t JOIN pg_catalog.pg_class p ON p.oid = t.relid WHERE t.isleaf AND p.relkind = 'r')
    WHEN w.relkind IN ('r', 'm') AND w.reltuples > 0 AND w.relpages > 0 THEN pg_catalog.round((pg_catalog.pg_relation_size(w.oid)
      / pg_catalog.current_setting('block_size')::int * (w.reltuples::float8 / w.relpages))::numeric)
    WHEN w.relkind = 'f' AND w.reltuples > 0 THEN pg_catalog.round(w.reltuples::numeric) END,
  'bytes', CASE WHEN w.relkind IN ('r', 'm') THEN pg_catalog.pg_relation_size(w.oid) END,
  'storage', CASE WHEN w.relkind IN ('r', 'p') THEN ${STORAGE('w.oid')} END,
  'isUnpopulated', NOT w.relispopulated, 'isPartlyReadable', NOT pg_catalog.has_table_privilege(w.oid, 'SELECT'), 'isFiltered', pg_catalog.row_security_active(w.oid),
  'columns', COALESCE(columns.list, '[]'::json)) AS relation
FROM wanted w FULL JOIN columns ON columns.attrelid = w.oid
ORDER BY w.nspname COLLATE "C", w.relname COLLATE "C"`.replaceAll(
    "a.attgenerated = 'v'",
    major >= 18 ? "a.attgenerated = 'v'" : 'false',
  )
