import { asideNames } from '../../shared/aside-names.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/relation-name.ts'
import { clip, LONGEST_NAME } from '../schema/short-name.ts'

/** How a table gives its name to a new one. @returns nothing if it stays, or if it is not a table */
export async function asideStatement(
  session: PostgresSession,
  existing: Relation | undefined,
  ending: string | undefined,
): Promise<string | undefined> {
  if (ending === undefined || (existing?.kind !== 'table' && existing?.kind !== 'partitioned table')) return undefined
  const names = asideNames((room) => clip(existing.name, LONGEST_NAME - room), ending)
  const [row] = await session.repeat(
    `SELECT n AS free FROM pg_catalog.json_array_elements_text($2::json) WITH ORDINALITY w(n, rank)
     WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace WHERE c.relname = w.n AND s.nspname = $1)
       AND NOT EXISTS (SELECT FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace s ON s.oid = t.typnamespace WHERE t.typname = w.n AND s.nspname = $1)
     ORDER BY rank LIMIT 1`,
    [existing.schema, JSON.stringify(names)],
  )
  const free = row?.['free']
  return free ? `ALTER TABLE ${sqlName(existing)} RENAME TO ${quoteIdentifier(free)}` : undefined
}
