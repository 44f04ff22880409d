import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { RelationName } from '../schema/relation-name.ts'

interface Staged {
  readonly target: RelationName
  /** As SQL. */
  readonly staging: string
  readonly key: readonly string[]
}

/** @throws ConnectorError if a staged row has no value in its key: it would be added again by every run */
export async function refuseEmptyKeys(
  session: PostgresSession,
  { target: { schema, name }, staging, key }: Staged,
): Promise<void> {
  const keys = key.map(quoteIdentifier).join(', ')
  const [row] = await session.query(`SELECT 1 AS found FROM ${staging} WHERE pg_catalog.num_nulls(${keys}) > 0 LIMIT 1`)
  if (!row) return
  throw new ConnectorError({
    code: 'KEY_IS_NULL',
    message: sentence`Rows of ${schema}.${name} have no value in their key (${key.join(', ')}).`,
    hint: sentence`Nothing was changed. Choose a key that every row has.`,
  })
}
