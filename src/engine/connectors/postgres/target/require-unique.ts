import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'

/** Without a unique index over exactly these columns the server cannot find the row to update. @throws ConnectorError */
export async function requireUnique(
  session: PostgresSession,
  { oid, schema, name }: Relation,
  key: readonly string[],
): Promise<void> {
  const [row] = await session.query(
    `SELECT i.indimmediate AS immediate, x.relname AS name FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
       WHERE i.indrelid = $1 AND i.indisunique AND i.indisvalid
       AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indnkeyatts = pg_catalog.json_array_length($2::json)
       AND NOT EXISTS (SELECT FROM pg_catalog.unnest(i.indkey[0:i.indnkeyatts - 1]) k JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k
         WHERE a.attname NOT IN (SELECT pg_catalog.json_array_elements_text($2::json))) ORDER BY i.indimmediate DESC LIMIT 1`,
    [oid, JSON.stringify(key)],
  )
  if (row?.['immediate'] === 't') return
  if (row)
    throw new ConnectorError({
      code: 'KEY_NOT_UNIQUE',
      message: sentence`${schema}.${name} has a unique constraint over ${key.join(', ')}, ${row['name'] ?? ''}, but it is deferrable, and by such a one Postgres matches no rows.`,
      hint: sentence`Create a plain unique index over the same columns (CREATE UNIQUE INDEX), or choose another key.`,
      object: { kind: 'table', schema, name, columns: key },
    })
  throw new ConnectorError({
    code: 'KEY_NOT_UNIQUE',
    message: sentence`${schema}.${name} has no unique index over ${key.join(', ')}.`,
    hint: sentence`Create one (CREATE UNIQUE INDEX), choose another key, or drop the table so that it is created again.`,
    object: { kind: 'table', schema, name, columns: key },
  })
}
