import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'

/** Whether reading a relation may compute values, call functions: in a view, on another server, in the conditions of row security. */
export const isComputed = ({ kind, isFiltered }: Relation): boolean =>
  kind === 'view' || kind === 'foreign table' || isFiltered

/** Types whose texts name objects as the search path allows: `t` for `public.t`. */
const NAMES_OBJECTS = /^reg(class|collation|config|dictionary|oper|operator|proc|procedure|type)\b/

/**
 * SQL that lets such expressions see amounts and names as the applications of the database do, until the savepoint is rolled back; empty for others.
 * Our own SQL names every schema.
 */
export function databaseSettings(relation: Relation, { currency }: Pick<PostgresSession, 'currency'>): string {
  if (!isComputed(relation)) return ''
  const money = `SET LOCAL lc_monetary = ${quoteLiteral(currency.locale)};`
  return relation.columns.some(({ type }) => NAMES_OBJECTS.test(type))
    ? money
    : `${money} SET LOCAL search_path TO DEFAULT;`
}
