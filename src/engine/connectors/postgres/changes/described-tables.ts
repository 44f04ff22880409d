import { defined } from '../../../../core/catalog/defined.ts'
import type { AddedColumn, ChangeRequest, DescribedTable } from '../../../ports/change-source.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { hasNativeText } from '../rows/copy-statement.ts'
import { entityName, parseRelationName } from '../schema/relation-name.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { loggedTable } from './log-chooser.ts'
import type { LoggedColumn } from './pgoutput-reader.ts'

/**
 * Types and modifiers as the log has them; the files of the rows, also of partitions: a rewritten table has another, and no row of it is in the log.
 * A publication that publishes less, and a table that was taken out of it, have another number afterwards. A word of an enum that is renamed keeps its
 * number, and so all rows with it are others.
 */
const SHAPES = `SELECT n.nspname AS schema, c.relname AS name, c.oid::int8 AS oid, c.relnatts AS newest,
    (SELECT p.xmin || ' ' || r.oid FROM pg_catalog.pg_publication p JOIN pg_catalog.pg_publication_rel r ON r.prpubid = p.oid
      WHERE p.pubname = $2 AND r.prrelid = c.oid AND p.pubinsert AND p.pubupdate AND p.pubdelete AND p.pubtruncate) AS log,
    (SELECT pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'type', a.atttypid::int8, 'modifier', a.atttypmod, 'number', a.attnum) ORDER BY a.attnum)
      FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT pg_catalog.md5(pg_catalog.string_agg(t.relid || ':' || pg_catalog.pg_relation_filenode(t.relid), ',' ORDER BY t.relid))
      FROM pg_catalog.pg_partition_tree(c.oid) t) AS partitions,
    pg_catalog.pg_relation_filenode(c.oid) || COALESCE((SELECT ' ' || pg_catalog.string_agg(i.inhrelid::text, ',' ORDER BY i.inhrelid)
      FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid AND c.relkind = 'r'), '') AS file,
    (SELECT pg_catalog.json_object_agg(e.oid, e.enumlabel) FROM pg_catalog.pg_enum e WHERE e.enumtypid IN (SELECT pg_catalog.unnest(ARRAY[y.oid, y.typelem, y.typbasetype])
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type y ON y.oid = a.atttypid WHERE a.attrelid = c.oid AND a.attnum > 0)) AS words
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND (n.nspname, c.relname) IN (SELECT w->>0, w->>1 FROM pg_catalog.json_array_elements($1::json) w)`

/** @returns the mirrored tables as they are now, without those that are gone */
export async function describeTables(
  session: PostgresSession,
  { name: log, tables }: ChangeRequest,
  entities: readonly string[],
): Promise<ReadonlyMap<string, DescribedTable>> {
  const names = entities.map(parseRelationName)
  const rows = await session.query(SHAPES, [JSON.stringify(names.map(({ schema, name }) => [schema, name])), log])
  const described = new Map<string, DescribedTable>()
  for (const row of rows) {
    const name = entityName({ schema: row['schema'] ?? '', name: row['name'] ?? '' })
    const wanted = tables.get(name)
    const columns = JSON.parse(row['columns'] ?? '[]') as readonly (LoggedColumn & { readonly number: number })[]
    const storage = row['file'] ?? row['partitions'] ?? ''
    if (!wanted) continue
    const table = loggedTable({ oid: Number(row['oid']), name, columns }, wanted)
    const own = columns.filter((column) => table.columns.includes(column.name))
    const numbers = Object.fromEntries(own.map((column) => [`column ${column.name}`, String(column.number)]))
    const words = JSON.parse(row['words'] ?? '{}') as Readonly<Record<string, string>>
    const newest = Number(row['newest'])
    described.set(name, { table, storage, numbers: { ...numbers, log: row['log'] ?? 'none' }, words, newest })
  }
  return described
}

/**
 * The value that the server itself shows for rows from before; a default that was computed row by row is in the rows only. So is what a column has that
 * the server computed before, and what rows had in one that came and went again, perhaps under the same name.
 */
const ADDED = `SELECT a.attname AS name, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type, (a.attmissingval::text::text[])[1] AS value,
    a.atthasmissing AS has_value, a.atthasdef OR a.attidentity <> '' OR a.attnotnull AS is_filled, y.typnamespace = 'pg_catalog'::pg_catalog.regnamespace AS is_known,
    $4::int4 IS NULL OR (a.attnum > $4 AND NOT EXISTS (SELECT FROM pg_catalog.pg_attribute d WHERE d.attrelid = a.attrelid AND d.attnum > $4 AND d.attisdropped)) AS is_new
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
  WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped AND a.attname IN (SELECT pg_catalog.json_array_elements_text($3::json))`

/**
 * @param newest the highest number of a column before. Absent: unknown. @param isForOther the destination is of another system
 * @returns nothing if a copy is needed: the columns are gone again, have a type of their own, or values that only the rows have
 */
export async function addedColumns(
  session: PostgresSession,
  entity: string,
  {
    names,
    newest,
    isForOther,
  }: { readonly names: readonly string[]; readonly newest?: number | undefined; readonly isForOther: boolean },
): Promise<readonly AddedColumn[] | undefined> {
  const { schema, name } = parseRelationName(entity)
  const rows = await session.query(ADDED, [schema, name, JSON.stringify(names), newest ?? null])
  const areSimple = rows.every(
    (row) => row['is_known'] === 't' && row['is_new'] === 't' && (row['has_value'] === 't' || row['is_filled'] !== 't'),
  )
  if (rows.length < names.length || !areSimple) return undefined
  return rows.map(({ name, type, value }) => {
    const kind = isForOther && !hasNativeText(type ?? '') ? valueTypeOf(type ?? '') : undefined
    return defined({ name: name ?? '', type: type ?? '', kind, value: value ?? undefined })
  })
}
