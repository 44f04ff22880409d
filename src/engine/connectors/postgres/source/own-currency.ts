import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'

/** Whether reading a relation may compute values from amounts of money: in a view, on another server, in the conditions of row security. */
export const isComputed = ({ kind, isFiltered }: Relation): boolean =>
  kind === 'view' || kind === 'foreign table' || isFiltered

/** Until the savepoint is rolled back, such expressions see amounts as the applications of the database do. */
export const inOwnCurrency = ({ currency }: Pick<PostgresSession, 'currency'>): string =>
  `SET LOCAL lc_monetary = ${quoteLiteral(currency.locale)}`
