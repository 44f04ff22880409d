import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { Currency } from '../../../ports/currency.ts'
import type { ReadRequest, Window } from '../../../ports/source.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import type { KeySelection } from '../../../ports/vanished-rows.ts'
import { keyColumnsOf } from '../../sql/key-ranges.ts'
import { baseTypeOf, valueOfColumn } from '../schema/base-type.ts'
import type { Relation, RelationColumn } from '../schema/describe-relations.ts'
import { moneyInC, moneyJson, moneyNumber, OWN_DIGITS } from '../schema/money.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { onlyRows, sqlName } from '../schema/relation-name.ts'
import type { PushedSelect } from '../source/pushdown-select.ts'
import { windowConditions } from './cursor-window.ts'
import { KEY_SQL } from './key-ranges.ts'
import { withinBlocks } from './ranged-table.ts'

/** Every version can read text; only the same version can read binary, and only if all types are built in. */
export const COPY_TEXT = 'copy-text'
export const pgBinary = (major: number) => `pg-binary/${major}`

/** Common text is COPY's text format too; only the values of some columns have another notation. */
export const isBinary = (format: string) => format !== COPY_TEXT && format !== COMMON_TEXT

const options = (format: string, ...more: readonly string[]) => {
  const list = [...(isBinary(format) ? ['FORMAT binary'] : []), ...more]
  return list.length > 0 ? ` WITH (${list.join(', ')})` : ''
}

/** Types whose values have another notation in common text. */
export const hasNativeText = (type: string): boolean => type === 'money' || type.endsWith('[]')

/** The expression to select so that the other side gets the value in the format's notation. */
export function readExpression(column: RelationColumn, format: string): string {
  const quoted = quoteIdentifier(column.name)
  const type = baseTypeOf(column)
  // As XML, the server would remove the encoding that the document declares.
  if (type === 'xml') return `${quoted}::text`
  const isMoney = /^money(\[\])?$/.test(type)
  if (format === COPY_TEXT && isMoney) return moneyInC(quoted, type.endsWith('[]'))
  if (format !== COMMON_TEXT) return quoted
  if (isMoney && column.currency) return (type === 'money' ? moneyNumber : moneyJson)(quoted, column.currency.digits)
  if (column.currency && column.currency.digits !== OWN_DIGITS) throw hiddenAmounts(column.name, column.currency)
  return type.endsWith('[]') ? `pg_catalog.array_to_json(${quoted})` : quoted
}

/** The text of a type that consists of money and other parts has the amounts as the session shows them, with two decimals. */
const hiddenAmounts = (column: string, { locale, digits }: Currency) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`The column ${column} contains amounts of money inside another type, which would have two decimals instead of ${digits} (${locale}).`,
    hint: sentence`Leave the column out, or read a view that has its parts as columns of their own.`,
  })

type Part = Pick<ReadRequest, 'window' | 'range' | 'nativeText' | 'limit' | 'orderedBy' | 'keys'>

/**
 * Reads these columns of a relation, or of a part of it. For an ordinary table, it never reads the rows of inheriting tables,
 * which are separate entities.
 * @param conditions further ones, without steps
 */
export function copyOutStatement(
  relation: Relation,
  columns: readonly string[],
  format: string,
  part: Part = {},
  pushed?: PushedSelect,
  conditions: readonly string[] = [],
): string {
  const order = part.orderedBy ? ` ORDER BY ${part.orderedBy.map(quoteIdentifier).join(', ')}` : ''
  const first = `${order}${part.limit === undefined ? '' : ` LIMIT ${part.limit}`}`
  if (pushed) {
    const list = columns.map((name) => pushed.columns.get(name))
    const rows = pushed.keepsOrder ? inOrder(relation, part, pushed.where) : rowsOf(relation, part, pushed.where)
    return `COPY (SELECT ${list.join(', ')} FROM ${rows}${first}) TO STDOUT${options(format)}`
  }
  // Binary rows have no notation of their own.
  const isNative = ({ name }: RelationColumn) => !isBinary(format) && part.nativeText?.includes(name) === true
  const spelled = (column: RelationColumn) => readExpression(column, isNative(column) ? COPY_TEXT : format)
  const chosen = columns.flatMap((name) => relation.columns.filter((column) => column.name === name))
  const list = chosen.map(spelled).join(', ')
  const isAsStored = chosen.every(
    (column) => column.generated === null && spelled(column) === quoteIdentifier(column.name),
  )
  // The server copies a plain table faster than the result of a query.
  const isPlain =
    relation.kind === 'table' &&
    isAsStored &&
    !part.window &&
    !part.range &&
    !part.keys &&
    conditions.length === 0 &&
    first === '' &&
    !relation.isFiltered &&
    columns.length > 0
  const from = isPlain
    ? `${sqlName(relation)} (${list})`
    : `(SELECT ${list} FROM ${rowsOf(relation, part, conditions)}${first})`
  return `COPY ${from} TO STDOUT${options(format)}`
}

/** The rows in the order in which they come without conditions: for those the server might use an index, but not behind an OFFSET. */
function inOrder(relation: Relation, part: Part, conditions: readonly string[]): string {
  const columns = relation.columns.map(({ name }) => quoteIdentifier(name)).join(', ')
  const rows = `(SELECT ${columns} FROM ${rowsOf(relation, part)} OFFSET 0) AS rows`
  return conditions.length > 0 ? `${rows} WHERE ${conditions.join(' AND ')}` : rows
}

/** Counts the rows before steps leave some out, and the rows that only the engine can judge. */
export const countStatement = (relation: Relation, { outside }: PushedSelect, part: Part): string =>
  `SELECT pg_catalog.count(*) AS rows, pg_catalog.count(*) FILTER (WHERE ${outside.map((sql) => `(${sql})`).join(' OR ') || 'false'}) AS outside FROM ${rowsOf(relation, part)}`

/** The part after FROM. */
export function rowsOf(relation: Relation, { window, range, keys }: Part, conditions: readonly string[] = []): string {
  const where = [
    ...(window ? within(relation, window) : []),
    ...(range ? [withinBlocks(range)] : []),
    ...(keys ? among(relation, keys) : []),
    ...conditions,
  ]
  const rows = onlyRows(relation)
  return where.length > 0 ? `${rows} WHERE ${where.join(' AND ')}` : rows
}

function among(
  { columns }: Relation,
  { order, columns: names, within: ranges, unmarked, spellings }: KeySelection,
): readonly string[] {
  const typed = columns.map((column) =>
    defined({
      name: column.name,
      type: baseTypeOf(column),
      value: valueOfColumn(column),
      currency: column.currency,
    }),
  )
  return [
    ...(ranges ? [KEY_SQL.within(order, keyColumnsOf(typed, names, spellings), ranges)] : []),
    ...(unmarked === undefined ? [] : [`${quoteIdentifier(unmarked)} IS NULL`]),
  ]
}

const within = ({ columns }: Relation, window: Window): readonly string[] =>
  windowConditions(window, columns.find(({ name }) => name === window.cursor) ?? { type: 'text' })

/**
 * `isNew`: the table was created in the same transaction, and its rows are frozen, so that readers with an older snapshot see them too,
 * and never an empty table.
 */
export const copyInStatement = (table: string, columns: readonly string[], format: string, isNew: boolean) =>
  `COPY ${table}${columns.length > 0 ? ` (${columns.map(quoteIdentifier).join(', ')})` : ''} FROM STDIN${options(format, ...(isNew ? ['FREEZE'] : []))}`

/** Reads columns of our own table as they are stored. */
export const copyTableStatement = (table: string, columns: readonly string[], format: string) =>
  `COPY ${table} (${columns.map(quoteIdentifier).join(', ')}) TO STDOUT${options(format)}`
