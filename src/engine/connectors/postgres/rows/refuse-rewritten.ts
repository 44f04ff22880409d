import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { type Relation, STORAGE } from '../schema/describe-relations.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/relation-name.ts'
import { rowsOf } from './copy-statement.ts'

/**
 * A table that was truncated or rewritten after the snapshot looks empty in it; moving it would empty the target.
 * So does another table that got its name since then. It is locked by a query, because LOCK TABLE needs the right to read every column.
 * Columns that have exchanged their names would be read with the type of each other.
 */
export async function refuseRewritten(session: PostgresSession, relation: Relation): Promise<void> {
  const { oid, isFiltered } = relation
  const [row] = await session.query(
    `SELECT FROM ${rowsOf(relation, {})} LIMIT 0;
SELECT CASE WHEN pg_catalog.to_regclass(${quoteLiteral(sqlName(relation))})::oid = ${oid} THEN ${STORAGE(String(oid))} END AS storage,
  pg_catalog.row_security_active(${oid}) AS is_filtered, ${sameTypes(relation)} AS has_same_types`,
  )
  const isSame = relation.storage === null || row?.['storage'] === relation.storage
  const isSeen = (row?.['is_filtered'] === 't') === isFiltered
  if (isSame && isSeen && row?.['has_same_types'] === 't') return
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message:
      isSame && !isSeen
        ? sentence`The row security of ${relation.schema}.${relation.name} was switched on or off after the run began.`
        : isSame
          ? sentence`The columns of ${relation.schema}.${relation.name} were changed after the run began.`
          : sentence`${relation.schema}.${relation.name} was emptied or rewritten after the run began.`,
    hint: sentence`Nothing was changed at the target. Run again.`,
    retryable: true,
  })
}

/** The types of values are those of the present, the catalogue is that of the snapshot. */
function sameTypes(relation: Relation): string {
  const types = relation.columns.map(
    ({ name }) => `pg_catalog.pg_typeof((NULL::${sqlName(relation)}).${quoteIdentifier(name)})::oid`,
  )
  const names = relation.columns.map(({ name }) => quoteLiteral(name))
  return `ARRAY[${types.join(', ')}]::oid[] = ARRAY(SELECT a.atttypid FROM pg_catalog.pg_attribute a
    WHERE a.attrelid = ${relation.oid} AND a.attnum > 0 AND a.attname = ANY (ARRAY[${names.join(', ')}]::name[]) ORDER BY a.attnum)`
}
