import type { Relation } from './describe-relations.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { sqlName } from './relation-name.ts'

/** Text can be read by every version; binary only by the same one, where all types are built in. */
export const COPY_TEXT = 'copy-text'
export const pgBinary = (major: number) => `pg-binary/${major}`

const options = (format: string, ...more: readonly string[]) => {
  const list = [...(format === COPY_TEXT ? [] : ['FORMAT binary']), ...more]
  return list.length > 0 ? ` WITH (${list.join(', ')})` : ''
}

/** Reads these columns of a relation, and of an ordinary table never the rows of tables that inherit from it: those are entities of their own. */
export function copyOutStatement(relation: Relation, columns: readonly string[], format: string): string {
  const typeOf = (name: string) => relation.columns.find((column) => column.name === name)?.type
  // Written as XML, the server would leave out the encoding that the document declares.
  const list = columns.map((name) => `${quoteIdentifier(name)}${typeOf(name) === 'xml' ? '::text' : ''}`).join(', ')
  const isComputed = relation.columns.some(
    ({ name, generated, type }) => (generated !== null || type === 'xml') && columns.includes(name),
  )
  // The server copies a plain table faster than the answer of a query.
  const isPlain = relation.kind === 'table' && !isComputed && !relation.isFiltered && columns.length > 0
  const from = isPlain
    ? `${sqlName(relation)} (${list})`
    : `(SELECT ${list} FROM ${relation.kind === 'table' ? 'ONLY ' : ''}${sqlName(relation)})`
  return `COPY ${from} TO STDOUT${options(format)}`
}

/** `FREEZE`: the table was made in the same transaction, so readers with an older snapshot shall see its rows too, never an empty table. */
export const copyInStatement = (table: string, columns: readonly string[], format: string) =>
  `COPY ${table}${columns.length > 0 ? ` (${columns.map(quoteIdentifier).join(', ')})` : ''} FROM STDIN${options(format, 'FREEZE')}`
