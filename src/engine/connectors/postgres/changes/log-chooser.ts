import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { ChangeRequest, LoggedField, LoggedTable, MirroredTable } from '../../../ports/change-source.ts'
import type { Problem } from '../../../ports/connector.ts'
import type { ChooseColumns, LoggedRelation } from './pgoutput-reader.ts'

/** `xml` and `xml[]`: what a document declares of its encoding is not in the log. */
const XML_TYPES = [142, 143]

/**
 * Chooses what is read of each table. @param refuse called when the changes of a table cannot be read any more
 * @param fields what the values of each type are, by its number, for a destination of another system
 */
export function logChooser(
  tables: ChangeRequest['tables'],
  refuse: (entity: string, problem: Problem) => void,
  { fields, isForOther }: { fields?: ReadonlyMap<number, LoggedField> | undefined; readonly isForOther: boolean },
): ChooseColumns {
  return (relation) => {
    const wanted = tables.get(relation.name)
    if (!wanted) return undefined
    const table = loggedTable(relation, wanted)
    const typeOf = (name: string) => relation.columns.find((column) => column.name === name)?.type ?? 0
    const found = fields && table.columns.flatMap((name) => fields.get(typeOf(name)) ?? [])
    const native = isForOther ? table.columns.find((_, place) => found?.[place]?.isNative) : undefined
    const problem = native === undefined ? problemOf(relation, table, wanted) : notation(relation.name, native)
    if (!problem) return defined({ ...table, fields: found?.length === table.columns.length ? found : undefined })
    refuse(relation.name, problem)
    return undefined
  }
}

/** The columns of a table that are mirrored: those that were chosen, and as the policy says those that have come. */
export function loggedTable(
  { oid, name, columns }: Pick<LoggedRelation, 'oid' | 'name' | 'columns'>,
  { columns: wanted, key, isChosen, drift }: MirroredTable,
): LoggedTable {
  const isOpen = !isChosen && drift !== 'ignore'
  const own = columns.filter((column) => isOpen || wanted.includes(column.name))
  const names = own.map((column) => column.name)
  return {
    name,
    columns: names,
    key: key.map((column) => names.indexOf(column)),
    types: own.map(({ type, modifier }) => `${type}:${modifier}`),
    identity: String(oid >>> 0),
  }
}

function problemOf(relation: LoggedRelation, table: LoggedTable, { key }: MirroredTable): Problem | undefined {
  const { name, identity, columns } = relation
  const xml = columns.find((column) => table.columns.includes(column.name) && XML_TYPES.includes(column.type))
  if (xml)
    return problem(
      'NOT_SUPPORTED',
      sentence`The log does not contain all of ${name}.${xml.name}: of an XML document it leaves out which encoding the document declares.`,
      sentence`Leave the column out, or change its type to text at the source.`,
    )
  const known = columns.filter(({ isKey }) => isKey).map((column) => column.name)
  const isWhole = identity === 'full' || known.length === 0
  const isSame = key.length === known.length && key.every((column) => known.includes(column))
  // A source that logs only additions has no key in its log.
  const isFound = isWhole ? key.every((column) => table.columns.includes(column)) : isSame
  if (isFound) return undefined
  return problem(
    'KEY_REQUIRED',
    sentence`The log of ${name} names rows that change or go by another key than before (${key.join(', ')}).`,
    sentence`Copy the table again to follow by the new key, or execute at the source: ALTER TABLE ${name} REPLICA IDENTITY FULL.`,
  )
}

const notation = (table: string, column: string): Problem =>
  problem(
    'NOT_SUPPORTED',
    notedOtherwise(table, column),
    sentence`Leave the column out, or change its type at the source.`,
  )

/** Lists and amounts of money, which an ordinary copy reads in another notation. */
export const notedOtherwise = (table: string, column: string): Sentence =>
  sentence`The log has the values of ${table}.${column} in a notation that only PostgreSQL reads.`

const problem = (code: Problem['code'], message: Sentence, hint: Sentence): Problem => ({
  code,
  message,
  hint,
  retryable: false,
})
