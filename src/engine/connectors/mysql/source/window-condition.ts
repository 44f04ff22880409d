import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceColumn, SourceEntity, Window } from '../../../ports/source.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'

/** Kinds whose values have an order and can be written as an exact bound. */
const ORDERED = new Set(['integer', 'decimal', 'text', 'bytes', 'date', 'timestamp', 'interval', 'uuid'])

/** @returns the column. @throws ConnectorError if its values cannot order rows */
export function refuseCursor({ name, columns }: SourceEntity, cursor: string): SourceColumn {
  const column = columns.find((other) => other.name === cursor)
  if (column && ORDERED.has(column.value.kind) && !/^(enum|set)\b/.test(column.type)) return column
  throw new ConnectorError({
    code: 'CURSOR_NOT_SUPPORTED',
    message: sentence`The column "${cursor}" of ${name} (${column?.type ?? sentence`missing`}) cannot show which rows are new.`,
    hint: sentence`Choose a column of numbers, dates or text.`,
  })
}

/** The rows of a window, as SQL over the bare column, so that an index can be used. */
export function windowCondition(column: SourceColumn, { from, until, empty, ahead = 0 }: Window): string {
  const name = quoteIdentifier(column.name)
  const within = [
    ...(from === undefined ? [] : [`${name} >= ${bound(column, from)}`]),
    ...(ahead > 0 ? [] : [until === undefined ? 'FALSE' : `${name} <= ${bound(column, until)}`]),
  ]
  const placed = within.length > 0 ? within.join(' AND ') : `${name} IS NOT NULL`
  if (empty?.areRead) return `((${placed}) OR ${hasNoValue(column)})`
  return empty ? `((${placed}) AND NOT (${hasNoValue(column)}))` : placed
}

/** An invalid date says as little as NULL. */
export const hasNoValue = ({ name, value }: SourceColumn): string =>
  isTime(value)
    ? `${quoteIdentifier(name)} IS NULL OR ${quoteIdentifier(name)} < '0001-01-01'`
    : `${quoteIdentifier(name)} IS NULL`

/** Times in the future, in any zone of the clock, do not show how far was read. */
export const isAhead = ({ name, value }: SourceColumn): string =>
  isTime(value) ? `${quoteIdentifier(name)} > NOW() + INTERVAL 1 DAY` : 'FALSE'

const isTime = ({ kind }: SourceColumn['value']) => kind === 'date' || kind === 'timestamp'

function bound({ name, value }: SourceColumn, text: string): string {
  switch (value.kind) {
    // As text, a number would be compared as a DOUBLE, and large ones would be rounded.
    case 'integer':
    case 'decimal':
      if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`"${text}" is no bound for ${name}`)
      return text
    case 'bytes':
      return `x${quoteLiteral(text.slice(2))}`
    case 'timestamp':
      return quoteLiteral(text.replace(/\+00$/, ''))
    default:
      return quoteLiteral(text)
  }
}
