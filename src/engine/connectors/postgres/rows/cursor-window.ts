import { defined } from '../../../../core/catalog/defined.ts'
import type { CursorBounds, SourceColumn, Window } from '../../../ports/source.ts'
import type { TextRow } from '../driver/postgres-session.ts'
import { baseTypeOf } from '../schema/base-type.ts'
import { amountOf, moneyNumber } from '../schema/money.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

/** Kinds with increasing values, so that the next run can continue after the largest value of one run. */
const ORDERED: readonly string[] = ['integer', 'decimal', 'float', 'date', 'timestamp', 'text']

export const isOrdered = ({ value }: SourceColumn): boolean => ORDERED.includes(value.kind)

/** Queries the highest value of a cursor. The parts are separate queries, so that each can use an index. */
export function boundsStatement(rows: string, column: SourceColumn, major: number): string {
  const name = quoteIdentifier(column.name)
  const odd = noMark(column, major)
  const others = [...(column.nullable ? [`${name} IS NULL`] : []), ...odd]
  const mark = odd.length > 0 ? ` WHERE NOT (${odd.join(' OR ')})` : ''
  const counts =
    others.length === 0
      ? 'SELECT 0 AS empty, 0 AS ahead'
      : `SELECT pg_catalog.count(*) FILTER (WHERE ${name} IS NULL) AS empty, pg_catalog.count(*) FILTER (WHERE ${name} IS NOT NULL) AS ahead
         FROM ${rows} WHERE ${others.join(' OR ')}`
  const largest = `pg_catalog.max(${name})`
  const text = column.currency ? moneyNumber(largest, column.currency.digits) : largest
  return `SELECT (SELECT ${text}::text FROM ${rows}${mark}) AS until, c.empty, c.ahead FROM (${counts}) c`
}

export const boundsFound = (row: TextRow): CursorBounds =>
  defined({ until: row['until'] ?? undefined, empty: Number(row['empty'] ?? 0), ahead: Number(row['ahead'] ?? 0) })

/** The values of a column that a later run could not continue from; Postgres sorts NaN above infinity. */
function noMark(column: SourceColumn, major: number): readonly string[] {
  const { value } = column
  const name = quoteIdentifier(column.name)
  // A domain may not allow bounds that are only compared.
  const type = baseTypeOf(column)
  switch (value.kind) {
    case 'float':
      return [`${name} >= 'Infinity'`, `${name} = '-Infinity'`]
    case 'decimal':
      if (type === 'money') return []
      return major >= 14 ? [`${name} >= 'Infinity'`, `${name} = '-Infinity'`] : [`${name} = 'NaN'`]
    case 'date':
    case 'timestamp':
      return [`${name} > (pg_catalog.now() + '1 day')::${type}`, `${name} = '-infinity'`]
    default:
      return []
  }
}

/** The rows of a window, as conditions over the bare column. */
export function windowConditions(window: Window, cursorColumn: Parameters<typeof baseTypeOf>[0]): readonly string[] {
  const type = baseTypeOf(cursorColumn)
  const { currency } = cursorColumn
  const { cursor, from, until, empty, ahead = 0 } = window
  const column = quoteIdentifier(cursor)
  const bound = (sign: string, text: string) =>
    currency
      ? `${moneyNumber(column, currency.digits)} ${sign} ${amountOf(text, currency.digits)}`
      : `${column} ${sign} ${quoteLiteral(text)}::${type}`
  const within = [
    ...(from === undefined ? [] : [bound('>=', from)]),
    // Values that cannot be a mark are the largest ones, except the smallest.
    ...(ahead > 0 ? [] : [until === undefined ? 'false' : bound('<=', until)]),
  ]
  const placed = within.length > 0 ? within.join(' AND ') : `${column} IS NOT NULL`
  const others = [
    ...(ahead > 0 && from !== undefined && HAS_INFINITY.includes(valueTypeOf(type).kind)
      ? [bound('=', '-infinity')]
      : []),
    ...(empty?.areRead ? [`${column} IS NULL`] : []),
  ]
  return [others.length === 0 ? placed : `(${[`(${placed})`, ...others].join(' OR ')})`]
}

const HAS_INFINITY: readonly string[] = ['float', 'date', 'timestamp']
