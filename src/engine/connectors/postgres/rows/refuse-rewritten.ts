import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { type Relation, STORAGE } from '../schema/describe-relations.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/relation-name.ts'
import { rowsOf } from './copy-statement.ts'

/**
 * A table that was truncated or rewritten after the snapshot looks empty in it; moving it would empty the target.
 * So does another table that got its name since then. It is locked by a query, because LOCK TABLE needs the right to read every column.
 */
export async function refuseRewritten(session: PostgresSession, relation: Relation): Promise<void> {
  const [row] = await session.query(
    `SELECT FROM ${rowsOf(relation, {})} LIMIT 0; SELECT CASE WHEN pg_catalog.to_regclass(${quoteLiteral(sqlName(relation))})::oid = ${relation.oid} THEN ${STORAGE(String(relation.oid))} END AS storage`,
  )
  if (row?.['storage'] === relation.storage) return
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`${relation.schema}.${relation.name} was emptied or rewritten after the run began.`,
    hint: sentence`Nothing was changed at the target. Run again.`,
    retryable: true,
  })
}
