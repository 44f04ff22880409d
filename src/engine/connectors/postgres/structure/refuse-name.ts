import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { StructurePart } from '../../../ports/table-structure.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { parseRelationName, sqlName } from '../schema/relation-name.ts'
import { LONGEST_NAME } from '../schema/short-name.ts'

/** Kinds whose names are those of relations of the schema. */
const NAMED = ['index', 'unique', 'exclusion', 'primary_key']

/** The relation whose name the part needs, and the table to which it may belong. */
function nameOf(part: StructurePart): { readonly schema: string; readonly name: string } | undefined {
  const { schema } = parseRelationName(part.table)
  if (NAMED.includes(part.kind)) return { schema, name: part.name }
  if ((part.kind === 'sequence' || part.kind === 'identity') && part.sequence) return { schema, ...part.sequence }
  return part.kind === 'view' || part.kind === 'materialized_view' ? parseRelationName(part.table) : undefined
}

interface Taker {
  readonly kind: string
  readonly table: string | null
  /** Tables of which a default takes its numbers from it. */
  readonly users: readonly string[]
}

export type Takers = ReadonlyMap<string, Taker>

const USERS = `(SELECT pg_catalog.json_agg(pg_catalog.format('%I.%I', un.nspname, u.relname)) FROM pg_catalog.pg_depend d
  JOIN pg_catalog.pg_attrdef a ON a.oid = d.objid JOIN pg_catalog.pg_class u ON u.oid = a.adrelid JOIN pg_catalog.pg_namespace un ON un.oid = u.relnamespace
  WHERE d.classid = 'pg_catalog.pg_attrdef'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid = c.oid)`

/** Relations that have the names of parts, with the tables to which they belong. */
export async function takenNames(session: PostgresSession, parts: readonly StructurePart[]): Promise<Takers> {
  const names = parts.flatMap((part) => nameOf(part) ?? [])
  const rows = await session.query(
    `SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) AS name, c.relkind AS kind,
       COALESCE((SELECT pg_catalog.format('%I.%I', tn.nspname, t.relname) FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
           JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace WHERE i.indexrelid = c.oid),
         (SELECT pg_catalog.format('%I.%I', tn.nspname, t.relname) FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class t ON t.oid = d.refobjid
           JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
           WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.deptype IN ('a', 'i') AND c.relkind = 'S' LIMIT 1)) AS table,
       ${USERS} AS users
     FROM pg_catalog.json_array_elements($1::json) w JOIN pg_catalog.pg_namespace n ON n.nspname = w->>'schema'
       JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = w->>'name'`,
    [JSON.stringify(names)],
  )
  return new Map(
    rows.map(({ name, kind, table, users }) => [
      unquoted(name),
      { kind: kind ?? '', table: unquoted(table), users: JSON.parse(users ?? '[]').map(unquoted) },
    ]),
  )
}

/** Names with and without needless quotes are equal. */
export const unquoted = <Text extends string | null | undefined>(name: Text) =>
  (name?.replaceAll('"', '') ?? '') as string

/** @param given the parts that have got their names, by these, to which the part is added. @param tables all that get parts */
export function refuseName(
  part: StructurePart,
  taken: Takers,
  { given, tables }: { readonly given: Map<string, StructurePart>; readonly tables: ReadonlySet<string> },
): Sentence | undefined {
  const own = nameOf(part)
  const long = [part.name, own?.name ?? ''].find((name) => Buffer.byteLength(name) > LONGEST_NAME)
  if (long !== undefined) return sentence`Postgres keeps only ${LONGEST_NAME} bytes of a name; this is longer: ${long}.`
  const key = own && sqlName(own)
  if (key !== undefined && NAMED.includes(part.kind)) {
    if (given.has(key)) return otherOfName(part.name)
    given.set(key, part)
  }
  const taker = key === undefined ? undefined : taken.get(unquoted(key))
  if (!own || !taker || isOfRun(part, taker, tables)) return undefined
  const isView = part.kind === 'view' || part.kind === 'materialized_view'
  if (isView ? ['v', 'm'].includes(taker.kind) : taker.table === unquoted(sqlName(parseRelationName(part.table))))
    return undefined
  return otherOfName(own.name)
}

export const otherOfName = (name: string): Sentence =>
  sentence`The destination has another object with the name ${name}.`

/** A sequence that belongs to no column was made by an earlier run if only these tables use it, or none yet. */
const isOfRun = (part: StructurePart, { kind, table, users }: Taker, tables: ReadonlySet<string>): boolean =>
  part.kind === 'sequence' && !part.isOwned && kind === 'S' && table === '' && users.every((user) => tables.has(user))
