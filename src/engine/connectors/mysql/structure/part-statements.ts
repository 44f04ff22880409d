import type {
  DefaultValue,
  ForeignKeyPart,
  IndexElement,
  StructurePart,
  ViewPart,
} from '../../../ports/table-structure.ts'
import type { TableColumn } from '../schema/describe-tables.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { parseTableName, sqlName } from '../schema/table-name.ts'

/** Parts of a column that its definition says, all at once. */
const OF_COLUMN: readonly StructurePart['kind'][] = ['default', 'identity', 'on_update', 'comment']

/** Whether the definition of the column says the part; MariaDB has checks that belong to a column, and their names. */
export const definesColumn = (part: StructurePart, isMariaDb: boolean): boolean =>
  part.name !== '' &&
  (OF_COLUMN.includes(part.kind) || (isMariaDb && part.kind === 'check' && part.unnamed === part.name))

const precisionOf = (precision: number | undefined) => (precision === undefined ? '' : `(${precision})`)

function defaultSql(value: DefaultValue): string {
  switch (value.kind) {
    case 'literal':
      return quoteLiteral(value.text)
    case 'now':
      return `CURRENT_TIMESTAMP${precisionOf(value.precision)}`
    case 'sql':
      return value.sql
    case 'next':
      throw new Error('MySQL has no sequences')
  }
}

/**
 * Changes a column to its full definition: what it is now, and its parts. The server forgets what a definition does not say.
 * @param ofTable the collation of columns that say none
 */
export function modifyColumn(
  { name, type, nullable, collation }: TableColumn,
  parts: readonly StructurePart[],
  ofTable: string | undefined,
): string {
  const hasClause = collation !== undefined && collation !== ofTable && type !== 'json'
  const collate = hasClause ? [`COLLATE ${collation}`] : []
  const value = parts.find((part) => part.kind === 'default')
  const changed = parts.find((part) => part.kind === 'on_update')
  const comment = parts.find((part) => part.kind === 'comment')
  return [
    `MODIFY ${quoteIdentifier(name)} ${type}`,
    ...collate,
    nullable ? 'NULL' : 'NOT NULL',
    ...(value ? [`DEFAULT ${defaultSql(value.value)}`] : nullable ? ['DEFAULT NULL'] : []),
    ...(changed ? [`ON UPDATE CURRENT_TIMESTAMP${precisionOf(changed.precision)}`] : []),
    ...(parts.some(({ kind }) => kind === 'identity') ? ['AUTO_INCREMENT'] : []),
    ...(comment ? [`COMMENT ${quoteLiteral(comment.text)}`] : []),
    ...parts.flatMap((part) => (part.kind === 'check' ? [`CHECK (${part.condition.sql})`] : [])),
  ].join(' ')
}

function elementSql({ column, sql = '', prefix, isDescending }: IndexElement): string {
  const of = column === undefined ? `(${sql})` : quoteIdentifier(column)
  return `${of}${prefix === undefined ? '' : `(${prefix})`}${isDescending ? ' DESC' : ''}`
}

const METHODS: Readonly<Record<string, string>> = { fulltext: 'FULLTEXT ', spatial: 'SPATIAL ' }

/** What is added to a table; nothing for parts of other kinds. */
export function addition(part: StructurePart, isMariaDb: boolean): string | undefined {
  switch (part.kind) {
    case 'index':
    case 'unique': {
      const isUnique = part.kind !== 'index' || part.isUnique
      const comment = part.comment === undefined ? '' : ` COMMENT ${quoteLiteral(part.comment)}`
      const elements = part.elements.map(elementSql).join(', ')
      const hidden = part.isHidden ? (isMariaDb ? ' IGNORED' : ' INVISIBLE') : ''
      return `ADD ${METHODS[part.method] ?? (isUnique ? 'UNIQUE ' : '')}INDEX ${quoteIdentifier(part.name)} (${elements})${comment}${hidden}`
    }
    case 'check':
      return `ADD CONSTRAINT ${quoteIdentifier(part.name)} CHECK (${part.condition.sql})${part.isChecked ? '' : ' NOT ENFORCED'}`
    case 'foreign_key':
      return addForeignKey(part)
    case 'collation':
      return `DEFAULT COLLATE ${part.collation.sql}`
    case 'comment':
      return `COMMENT ${quoteLiteral(part.text)}`
    default:
      return undefined
  }
}

const listOf = (columns: readonly string[]) => columns.map(quoteIdentifier).join(', ')

function addForeignKey({ table, name, columns, referred, onUpdate, onDelete }: ForeignKeyPart): string {
  const { database } = parseTableName(table, '')
  return `ADD CONSTRAINT ${quoteIdentifier(name)} FOREIGN KEY (${listOf(columns)})
    REFERENCES ${sqlName(parseTableName(referred.table, database))} (${listOf(referred.columns)}) ON UPDATE ${onUpdate} ON DELETE ${onDelete}`
}

/** In the session's own database, whose tables the SQL of the view names without it. */
export const createView = ({ table, names, query, options }: ViewPart): string => {
  const list = names ? ` (${listOf(names)})` : ''
  return `CREATE ${options.map((option) => `${option} `).join('')}VIEW ${quoteIdentifier(parseTableName(table, '').name)}${list} AS ${query.sql}`
}
