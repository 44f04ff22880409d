import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { entityName, sqlName, type TableName } from '../schema/table-name.ts'

/** ER_NO_SUCH_TABLE, ER_BAD_DB_ERROR, ER_TOO_LONG_IDENT, ER_WRONG_DB_NAME, ER_WRONG_TABLE_NAME, ER_INVALID_CHARACTER_STRING: there is none. */
const MISSING: readonly unknown[] = [1146, 1049, 1059, 1102, 1103, 1300]

/** ER_BAD_FIELD_ERROR, ER_WRONG_OBJECT, ER_NON_INSERTABLE_TABLE: it is another one. */
const OTHER: readonly unknown[] = [1054, 1347, 1471]

const errnoOf = (error: unknown) => (error instanceof Error && 'errno' in error ? error.errno : undefined)

const NEXT_NUMBER = / AUTO_INCREMENT=(\d+)/

/** The statement that would create the table; nothing if there is no such table. */
async function statementOf(session: MysqlSession, table: TableName): Promise<string | undefined> {
  try {
    const [row] = await session.query(`SHOW CREATE TABLE ${sqlName(table)}`)
    return row?.['Create Table'] ?? undefined
  } catch (error) {
    if (MISSING.includes(errnoOf(error))) return undefined
    throw error
  }
}

/** The same without the table's next number. */
export const definitionOf = async (session: MysqlSession, table: TableName): Promise<string | undefined> =>
  (await statementOf(session, table))?.replace(NEXT_NUMBER, '')

/**
 * @param planned the definition of the target when the plan was made
 * @returns the number that the next row of the target gets; nothing if it has numbered none. @throws ConnectorError `TARGET_CHANGED`
 */
export async function refuseChanged(
  session: MysqlSession,
  target: TableName,
  planned: string | undefined,
): Promise<string | undefined> {
  const statement = await statementOf(session, target)
  if (statement?.replace(NEXT_NUMBER, '') !== planned) throw targetChanged(target)
  return statement && NEXT_NUMBER.exec(statement)?.[1]
}

/** The error of work on a target, or that the target is not there as planned, which explains it. */
export async function orChanged(
  session: MysqlSession,
  {
    target,
    planned,
    error,
  }: { readonly target: TableName; readonly planned: string | undefined; readonly error: unknown },
): Promise<unknown> {
  if (![...MISSING, ...OTHER].includes(errnoOf(error))) return error
  return (await definitionOf(session, target)) === planned ? error : targetChanged(target, error)
}

export const targetChanged = (target: TableName, cause?: unknown) =>
  new ConnectorError(
    {
      code: 'TARGET_CHANGED',
      message: sentence`The table ${entityName(target)} was changed during the run.`,
      hint: sentence`Its old rows and the change are kept. Run again.`,
      retryable: true,
    },
    { cause },
  )
