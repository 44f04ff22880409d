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
 * Columns that have exchanged their names would be read as each other.
 */
export async function refuseRewritten(session: PostgresSession, relation: Relation): Promise<void> {
  const { oid, isFiltered } = relation
  const [row] = await session.query(
    `SELECT FROM ${rowsOf(relation, {})} LIMIT 0;
SELECT CASE WHEN pg_catalog.to_regclass(${quoteLiteral(sqlName(relation))})::oid = ${oid} THEN ${STORAGE(String(oid))} END AS storage,
  pg_catalog.row_security_active(${oid}) AS is_filtered, ${sameColumns(relation)} AS has_same_columns`,
  )
  const isSame = relation.storage === null || row?.['storage'] === relation.storage
  const isSeen = (row?.['is_filtered'] === 't') === isFiltered
  if (isSame && isSeen && row?.['has_same_columns'] === 't') return
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

/** Values have the types of the present, and functions of the server know its names; the catalogue is that of the snapshot. */
function sameColumns(relation: Relation): string {
  const types = relation.columns.map(
    ({ name }) => `pg_catalog.pg_typeof((NULL::${sqlName(relation)}).${quoteIdentifier(name)})::oid`,
  )
  const names = relation.columns.map(({ name }) => quoteLiteral(name))
  const ofCatalogue = (what: string) => `ARRAY(SELECT ${what} FROM pg_catalog.pg_attribute a
    WHERE a.attrelid = ${relation.oid} AND a.attnum > 0 AND a.attname = ANY (ARRAY[${names.join(', ')}]::name[]) ORDER BY a.attnum)`
  const present = `(pg_catalog.pg_identify_object_as_address('pg_catalog.pg_class'::regclass, a.attrelid, a.attnum)).object_names[3]`
  // A view that was made again has the same columns under another number.
  const areNamed = `CASE WHEN pg_catalog.to_regclass(${quoteLiteral(sqlName(relation))})::oid = ${relation.oid} THEN
    ${ofCatalogue('a.attname::text')} = ${ofCatalogue(present)} ELSE true END`
  return `(ARRAY[${types.join(', ')}]::oid[] = ${ofCatalogue('a.atttypid')} AND ${areNamed})`
}
