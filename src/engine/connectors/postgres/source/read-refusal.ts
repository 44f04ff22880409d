import type { Refusal } from '../../../ports/source.ts'
import { type Refused, refusalOf } from '../../shared/refusal-of.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { RelationName } from '../schema/relation-name.ts'

/** Every account may read the catalogue, so it also shows what the account may not read. */
const RIGHTS = `
SELECT current_user AS account,
  pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') AS is_open,
  (SELECT pg_catalog.json_agg(a.attname) FROM pg_catalog.pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND NOT pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')) AS closed
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname = $1 COLLATE "C" AND c.relname = $2 COLLATE "C"`

/** What of a table the account may not read; nothing if the table does not exist. */
export async function readRefusal(
  session: PostgresSession,
  { schema, name }: RelationName,
  asked: Omit<Refused, 'account'>,
): Promise<Refusal | undefined> {
  const [row] = await session.query(RIGHTS, [schema, name])
  if (!row) return undefined
  const account = row['account'] ?? ''
  if (row['is_open'] !== 't') return refusalOf({ ...asked, account, columns: [] })
  const closed = JSON.parse(row['closed'] ?? '[]') as readonly string[]
  const columns = asked.columns.filter((column) => closed.includes(column))
  return columns.length > 0 ? refusalOf({ ...asked, account, columns }) : undefined
}
