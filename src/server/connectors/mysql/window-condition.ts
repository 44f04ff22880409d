import { ConnectorError } from '../connector.ts'
import type { SourceColumn, SourceEntity, Window } from '../source.ts'
import { quoteIdentifier, quoteLiteral } from './quote-identifier.ts'

/** Kinds whose values have an order that a bound can stand in without being rounded. */
const ORDERED = new Set(['integer', 'decimal', 'text', 'bytes', 'date', 'timestamp', 'interval', 'uuid'])

/** @returns the column. @throws ConnectorError when rows cannot be told apart by it */
export function refuseCursor({ name, columns }: SourceEntity, cursor: string): SourceColumn {
  const column = columns.find((other) => other.name === cursor)
  if (column && ORDERED.has(column.value.kind) && !/^(enum|set)\b/.test(column.type)) return column
  throw new ConnectorError({
    code: 'CURSOR_NOT_SUPPORTED',
    message: `The column "${cursor}" of ${name} (${column?.type ?? 'missing'}) cannot tell what is new.`,
    hint: 'Choose a column of numbers, dates or text.',
    retryable: false,
  })
}

/** The rows of a window, as SQL over the bare column, so that an index serves. */
export function windowCondition(column: SourceColumn, { from, until }: Window): string {
  const name = quoteIdentifier(column.name)
  const upper = `${name} <= ${bound(column, until)}`
  return from === undefined ? upper : `${name} >= ${bound(column, from)} AND ${upper}`
}

function bound({ name, value }: SourceColumn, text: string): string {
  switch (value.kind) {
    // As a text, a number would be compared as a DOUBLE, and large ones rounded.
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
