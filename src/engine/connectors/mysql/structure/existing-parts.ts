import type { CheckPart, StructurePart } from '../../../ports/table-structure.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { parseTableName, type TableName } from '../schema/table-name.ts'
import { catalogExpression } from './catalog-expression.ts'
import { readRules } from './read-structure.ts'

/** What a table already has. */
export interface ExistingTable {
  readonly isView: boolean
  readonly comment: string
  readonly collation: string
  /** The next number that it would give. */
  readonly counter: bigint
  readonly names: ReadonlySet<string>
  /** Its indexes and foreign keys. */
  readonly rules: readonly StructurePart[]
  /** The names of its checks by their conditions: MySQL names a check anew when a table is replaced. */
  readonly checks: ReadonlyMap<string, string>
  readonly columns: ReadonlyMap<string, { readonly extra: string; readonly value: string; readonly comment: string }>
}

/** @returns nothing if there is no such table or view */
export async function existingTable(
  session: MysqlSession,
  { database, name }: TableName,
): Promise<ExistingTable | undefined> {
  const here = 'TABLE_SCHEMA = ? AND TABLE_NAME = ?'
  const place = [database, name]
  const [table] = await session.query(
    `SELECT TABLE_TYPE AS type, TABLE_COMMENT AS comment, TABLE_COLLATION AS collation, AUTO_INCREMENT AS counter FROM information_schema.TABLES WHERE ${here}`,
    place,
  )
  if (!table) return undefined
  const columns = await session.query(
    `SELECT COLUMN_NAME AS col, EXTRA AS extra, COLUMN_DEFAULT AS value, COLUMN_COMMENT AS comment FROM information_schema.COLUMNS WHERE ${here}`,
    place,
  )
  const indexes = await session.query(
    `SELECT DISTINCT INDEX_NAME AS own FROM information_schema.STATISTICS WHERE ${here}`,
    place,
  )
  const constraints = await session.query(
    `SELECT CONSTRAINT_NAME AS own, CONSTRAINT_TYPE AS type FROM information_schema.TABLE_CONSTRAINTS WHERE ${here}`,
    place,
  )
  const checks = session.facts.isMariaDb ? [] : await session.query(CONDITIONS, place).catch(() => [])
  return {
    checks: new Map(
      checks.map(({ own, clause }) => [bareCondition(catalogExpression(clause ?? '', false)), own ?? '']),
    ),
    rules: table['type'] === 'VIEW' ? [] : await readRules(session, { database, name }),
    isView: table['type'] === 'VIEW',
    comment: table['comment'] ?? '',
    collation: table['collation'] ?? '',
    counter: BigInt(table['counter'] ?? 1),
    names: new Set([
      ...indexes.map(({ own }) => `index ${own}`),
      ...constraints.map(({ own, type }) => `${type === 'FOREIGN KEY' ? 'foreign_key' : 'check'} ${own}`),
    ]),
    columns: new Map(
      columns.map(({ col, extra, value, comment }) => [
        col ?? '',
        // MariaDB says NULL for a column without a default.
        { extra: extra ?? '', value: value === null || value === 'NULL' ? '' : (value ?? ''), comment: comment ?? '' },
      ]),
    ),
  }
}

const CONDITIONS = `SELECT c.CONSTRAINT_NAME AS own, c.CHECK_CLAUSE AS clause FROM information_schema.TABLE_CONSTRAINTS t
  JOIN information_schema.CHECK_CONSTRAINTS c USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)
  WHERE t.TABLE_SCHEMA = ? AND t.TABLE_NAME = ? AND t.CONSTRAINT_TYPE = 'CHECK'`

/** The two kinds of servers write brackets and character sets differently. */
const bareCondition = (sql: string): string => sql.replace(/_\w+(?=')|[()\s]/g, '')

/** What the server calls the check. */
export const nameOfCheck = ({ condition }: CheckPart, { checks }: ExistingTable): string | undefined =>
  checks.get(bareCondition(condition.sql))

const isDefined = (part: StructurePart, { rules }: ExistingTable): boolean =>
  rules.some((own) => definitionOf(own) === definitionOf(part))

/** Whether the table has an object of that name which is another one than the part. */
export const isOtherOfName = (part: StructurePart, table: ExistingTable): boolean =>
  definitionOf(part) !== undefined &&
  table.names.has(`${part.kind === 'foreign_key' ? part.kind : 'index'} ${part.name}`) &&
  !isDefined(part, table)

export function isPresent(part: StructurePart, table: ExistingTable): boolean {
  if (definitionOf(part) !== undefined) return isDefined(part, table)
  const column = table.columns.get(part.name)
  switch (part.kind) {
    case 'view':
      return table.isView
    case 'default':
      return (column?.value ?? '') !== ''
    case 'identity':
      return /auto_increment/i.test(column?.extra ?? '')
    case 'on_update':
      return /on update/i.test(column?.extra ?? '')
    case 'comment':
      return (part.name === '' ? table.comment : column?.comment) === part.text
    case 'collation':
      return table.collation === part.collation.sql
    case 'check':
      return table.names.has(`check ${part.name}`) || nameOfCheck(part, table) !== undefined
    default:
      return table.names.has(`${part.kind} ${part.name}`)
  }
}

/** What an index or a foreign key is, without its name, so that two can be compared. Nothing for other parts. */
function definitionOf(part: StructurePart): string | undefined {
  switch (part.kind) {
    case 'index':
    case 'unique': {
      const elements = part.elements.map(({ column, sql, prefix }) => [column?.toLowerCase(), bare(sql), prefix])
      // Servers without descending indexes take them as ascending ones.
      return JSON.stringify(['deferral' in part || part.isUnique, part.method, elements])
    }
    case 'foreign_key': {
      const { database } = parseTableName(part.table, '')
      const to = parseTableName(part.referred.table, database)
      const columns = [part.columns, part.referred.columns].map((names) => names.map((name) => name.toLowerCase()))
      return JSON.stringify([columns, to.database, to.name, action(part.onUpdate), action(part.onDelete)])
    }
    default:
      return undefined
  }
}

/** The server writes brackets and character sets of expressions in its own way. */
const bare = (sql: string | undefined) => sql?.replace(/_\w+(?=')|[()\s`]/g, '').toLowerCase()

/** The two are the same where nothing is checked later. */
const action = (rule: string) => (rule === 'NO ACTION' ? 'RESTRICT' : rule)
