import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, sqlName } from '../schema/relation-name.ts'

/** The columns of an existing table that a strategy reads and writes; those of the whole table go without names. */
export interface NeededRights {
  readonly inserted: readonly string[]
  readonly updated?: readonly string[]
  readonly read?: readonly string[]
  readonly deletes?: boolean
}

/** @throws ConnectorError with the statement that grants what the account lacks */
export async function requireRights(
  session: PostgresSession,
  target: Relation,
  { inserted, updated = [], read = [], deletes = false }: NeededRights,
): Promise<void> {
  const wanted = [
    ...inserted.map((column) => ['INSERT', column]),
    ...updated.map((column) => ['UPDATE', column]),
    ...read.map((column) => ['SELECT', column]),
  ]
  const [row] = await session.query(
    `SELECT pg_catalog.json_agg(wanted) FILTER (WHERE NOT pg_catalog.has_column_privilege($1::oid, wanted ->> 1, wanted ->> 0)) AS lacking,
       pg_catalog.has_table_privilege($1::oid, 'DELETE') AS deletes, pg_catalog.quote_ident(current_user) AS account
     FROM pg_catalog.json_array_elements($2::json) wanted`,
    [target.oid, JSON.stringify(wanted)],
  )
  const lacking: readonly (readonly [string, string])[] = JSON.parse(row?.['lacking'] ?? '[]')
  const rights = [...Map.groupBy(lacking, ([right]) => right)].map(
    ([right, columns]) => `${right} (${columns.map(([, column]) => quoteIdentifier(column)).join(', ')})`,
  )
  if (deletes && row?.['deletes'] !== 't') rights.push('DELETE')
  if (rights.length === 0) return
  throw new ConnectorError({
    code: 'PERMISSION_MISSING',
    message: sentence`The account may not write to ${entityName(target)} as this mode does.`,
    hint: sentence`Execute as its owner: GRANT ${rights.join(', ')} ON ${sqlName(target)} TO ${row?.['account'] ?? ''};`,
    field: 'user',
    object: { kind: 'table', schema: target.schema, name: target.name },
  })
}
