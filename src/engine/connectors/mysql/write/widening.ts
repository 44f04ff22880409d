import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { TableColumn } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, sqlName, type TableName } from '../schema/table-name.ts'

/** A column that gets a wider type; the rest of its definition stays. */
export interface Retyped {
  readonly own: TableColumn
  /** In MySQL's notation. */
  readonly type: string
}

/** Changes of a table so that it can store the source's new columns and types. */
export interface Widening {
  /** Definitions of the missing columns. */
  readonly added: readonly string[]
  readonly retyped: readonly Retyped[]
}

export interface WideningPlan {
  readonly statement: (table: string) => string
  readonly note: Sentence
}

/** The statement that would create the table. */
export async function readDefinition(session: MysqlSession, target: TableName): Promise<string> {
  const [row] = await session.query(`SHOW CREATE TABLE ${sqlName(target)}`)
  return row?.['Create Table'] ?? ''
}

/**
 * Builds the statement before anything is read, because it must repeat each column's default, comment and collation.
 * @param definition the statement that would create the table
 * @throws ConnectorError when a definition cannot be reused
 */
export function planWidening(
  target: TableName,
  { added, retyped }: Widening,
  definition: string,
  { isDry }: Pick<TargetRequest, 'isDry'>,
): WideningPlan | undefined {
  if (added.length === 0 && retyped.length === 0) return undefined
  const changes = [
    ...added.map((column) => `ADD COLUMN ${column}`),
    ...retyped.map((column) => `MODIFY COLUMN ${redefined(definition, column) ?? refuse(target, column)}`),
  ]
  const names = [...added, ...retyped.map(({ own, type }) => `${quoteIdentifier(own.name)} ${type}`)].join(', ')
  const named = entityName(target)
  return {
    statement: (table) => `ALTER TABLE ${table} ${changes.join(', ')}`,
    note: isDry
      ? sentence`The columns of ${named} would follow the source: ${names}. MySQL changes a table immediately, not in one transaction with its rows.`
      : sentence`The columns of ${named} follow the source: ${names}. MySQL changes a table immediately, not in one transaction with its rows.`,
  }
}

/** The column's line of SHOW CREATE TABLE with the new type. */
function redefined(definition: string, { own, type }: Retyped): string | undefined {
  const start = `  ${quoteIdentifier(own.name)} ${own.type}`
  const line = definition.split('\n').find((text) => text.startsWith(start))
  return line && `${quoteIdentifier(own.name)} ${type}${line.slice(start.length).replace(/,$/, '')}`
}

function refuse(target: TableName, { own, type }: Retyped): never {
  throw new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`The source has changed, and the column "${own.name}" of ${entityName(target)} (${own.type}) cannot be made ${type} without losing the rest of its definition.`,
    hint: sentence`Change the column yourself (ALTER TABLE … MODIFY COLUMN), or cast it with a transformation.`,
  })
}

/** The type that a column gets: the source's own type if the source is MySQL too, with the collation of the target. */
export const widerType = ({ type }: SourceColumn): string => type.replace(/ collate \w+$/, '')
