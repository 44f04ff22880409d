import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { namedCondition } from './named-condition.ts'
import { entityName, type TableName } from './table-name.ts'
import { callsFunctions, textsOf } from './view-texts.ts'

/** What tells a table from another one that had its name before. */
export interface Made {
  /** Changes when the table is altered, or another one gets its name in another second. */
  readonly as: string
  /** The server knows to the second when it was made, and that second is not over: another one may get the same. */
  readonly isYoung: boolean
}

/** Of a row of `information_schema.TABLES`. A view that is made again is the same. Clocks of file systems are some milliseconds late. */
export const MADE = `CONCAT_WS(' ', TABLE_TYPE, ENGINE, IF(TABLE_TYPE = 'VIEW', NULL, CREATE_TIME)) AS made,
  TABLE_TYPE <> 'VIEW' AND CREATE_TIME > NOW(6) - INTERVAL 1100000 MICROSECOND AS is_young`

/** @param columns rows with name and type of each, in their order. @param text of a view */
export const madeOf = (row: TextRow, columns: readonly TextRow[], text = ''): Made => ({
  as: JSON.stringify([row['made'], text, ...columns.map(({ col, type }) => [col, type])]),
  isYoung: row['is_young'] === '1',
})

const TABLES_AT_ONCE = 200

/** Of the existing ones of the named tables and views, by name. */
export async function madeOfTables(
  session: MysqlSession,
  tables: readonly TableName[],
): Promise<ReadonlyMap<string, Made>> {
  const made = new Map<string, Made>()
  for (let at = 0; at < tables.length; at += TABLES_AT_ONCE) {
    const some = tables.slice(at, at + TABLES_AT_ONCE)
    const rows = await session.query(
      `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, ${MADE} FROM information_schema.TABLES WHERE ${namedCondition(some)}`,
    )
    const columns = await session.query(
      `SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name, COLUMN_NAME AS col, COLUMN_TYPE AS type
       FROM information_schema.COLUMNS WHERE ${namedCondition(some)} ORDER BY TABLE_NAME, ORDINAL_POSITION`,
    )
    const own = Map.groupBy(columns, nameOf)
    const texts = rows.some(isView)
      ? await textsOf(session, rows.filter(isView).map(tableOf))
      : new Map<string, string>()
    const functions = [...texts.values()].some(callsFunctions) ? await functionsAsMade(session) : ''
    const textOf = (row: TextRow) => {
      const text = texts.get(nameOf(row)) ?? ''
      return callsFunctions(text) ? `${text} ${functions}` : text
    }
    for (const row of rows) made.set(nameOf(row), madeOf(row, own.get(nameOf(row)) ?? [], textOf(row)))
  }
  return made
}

/** All that the account sees, because one may call others. */
async function functionsAsMade(session: MysqlSession): Promise<string> {
  const [sum] = await session.query(
    `SELECT CONCAT_WS(' ', COUNT(*), SUM(CRC32(CONCAT_WS(' ', ROUTINE_SCHEMA, ROUTINE_NAME, DTD_IDENTIFIER, CREATED, LAST_ALTERED, SQL_MODE,
       SECURITY_TYPE, DEFINER, ROUTINE_DEFINITION)))) AS made
     FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA NOT IN ('mysql', 'sys')`,
  )
  return sum?.['made'] ?? ''
}

const isView = (row: TextRow) => row['made'] === 'VIEW'

const tableOf = (row: TextRow): TableName => ({ database: row['db'] ?? '', name: row['name'] ?? '' })

const nameOf = (row: TextRow) => entityName(tableOf(row))
