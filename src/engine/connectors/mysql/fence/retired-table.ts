import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'

interface Exchanged {
  readonly target: TableName
  /** The table that had the target's name before the rename. */
  readonly retired: TableName
  /** A free name. */
  readonly spare: TableName
}

/** ER_ROW_IS_REFERENCED, ER_ROW_IS_REFERENCED_2, ER_FK_CANNOT_DROP_PARENT: foreign keys refer to the table, also where the account may not see them. */
const REFERRED: ReadonlySet<unknown> = new Set([1217, 1451, 3730])

/**
 * Drops the table that was exchanged for another one. If something hangs on it that the new table does not have, which nobody could know before, the
 * old table gets its name back.
 * @returns which of them is the target now. @throws the server's own errors
 */
export async function dropRetired(
  session: MysqlSession,
  { target, retired, spare }: Exchanged,
): Promise<'new' | 'old'> {
  if (!(await hasTriggers(session, retired))) {
    try {
      await session.query(`DROP TABLE IF EXISTS ${sqlName(retired)}`)
      return 'new'
    } catch (error) {
      if (!(error instanceof Error && 'errno' in error && REFERRED.has(error.errno))) throw error
    }
  }
  const [there] = await session.query(
    'SELECT 1 AS found FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [target.database, target.name],
  )
  const aside = there ? `${sqlName(target)} TO ${sqlName(spare)}, ` : ''
  await session.query(`RENAME TABLE ${aside}${sqlName(retired)} TO ${sqlName(target)}`)
  await session.query(`DROP TABLE IF EXISTS ${sqlName(spare)}`)
  return 'old'
}

/** SQL: whether the table has triggers. */
export const triggersOf = ({ database, name }: TableName): string =>
  `EXISTS (SELECT 1 FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = ${quoteLiteral(database)} AND EVENT_OBJECT_TABLE = ${quoteLiteral(name)})`

export async function hasTriggers(session: MysqlSession, table: TableName): Promise<boolean> {
  const [row] = await session.query(`SELECT ${triggersOf(table)} AS found`)
  return row?.['found'] === '1'
}

/** Whether foreign keys that the account sees refer to the table. MariaDB opens every table to answer it. */
export async function hasPointing(session: MysqlSession, { database, name }: TableName): Promise<boolean> {
  const [row] = await session.query(
    `SELECT EXISTS (SELECT 1 FROM information_schema.KEY_COLUMN_USAGE WHERE REFERENCED_TABLE_SCHEMA = ${quoteLiteral(database)}
       AND REFERENCED_TABLE_NAME = ${quoteLiteral(name)}) AS found`,
  )
  return row?.['found'] === '1'
}
