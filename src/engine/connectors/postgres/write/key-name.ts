import type { PostgresSession } from '../driver/postgres-session.ts'
import { fenceTable, hasFenceTable } from '../fence/fence.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { type RelationName, sqlName } from '../schema/relation-name.ts'
import { clip, LONGEST_NAME } from '../schema/short-name.ts'

/** A fixed lock number of this product for the new names of tables and keys. */
const NAME_LOCK = 7_061_980

/**
 * The name that Postgres would give to the primary key of a table: the first unused one in the schema. Names of tables that a flow
 * moves into the schema are reserved, even if they do not exist yet. @returns undefined if all candidates are in use
 */
export async function freeKeyName(session: PostgresSession, table: RelationName): Promise<string | undefined> {
  const names = Array.from({ length: 10 }, (_, n) => keyName(table, n))
  const isFenced = await hasFenceTable(session, table.schema)
  const [row] = await session.repeat(
    `SELECT n AS free FROM pg_catalog.json_array_elements_text($2::json) WITH ORDINALITY w(n, rank)
     WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace WHERE c.relname = w.n AND s.nspname = $1)
       ${isFenced ? `AND NOT EXISTS (SELECT FROM ${sqlName(fenceTable(table.schema))} f WHERE f.target = w.n)` : ''}
     ORDER BY rank LIMIT 1`,
    [table.schema, JSON.stringify(names)],
  )
  return row?.['free'] ?? undefined
}

/**
 * Reserves the names of a table (its own, its key's, and that of its array type) until the transaction ends.
 * If two tables are put in place at the same time with one name, the second waits, and then sees the names of the first.
 */
export function holdNames(table: RelationName): string {
  const names = [table.name, clip(`_${table.name}`, LONGEST_NAME), keyName(table)]
  // In a fixed order, so that two sessions cannot deadlock.
  const locks = [...new Set(names)]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => quoteLiteral(sqlName({ ...table, name })))
  return locks
    .map((name) => `SELECT pg_catalog.pg_advisory_xact_lock(${NAME_LOCK}, pg_catalog.hashtext(${name}))`)
    .join('; ')
}

function keyName({ name }: RelationName, n = 0): string {
  const suffix = `_pkey${n === 0 ? '' : n}`
  return clip(name, LONGEST_NAME - suffix.length) + suffix
}
