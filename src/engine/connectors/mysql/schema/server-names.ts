import type { MysqlSession } from '../driver/mysql-session.ts'
import { foldedNames } from './folded-names.ts'
import { parseTableName, type TableName } from './table-name.ts'

/** Names as the server spells them, whatever case somebody has given them. */
export interface ServerNames {
  /** The database of the connection. */
  readonly database: string
  /** Of an entity or target by the name that a flow has for it. */
  readonly parse: (name: string) => TableName
  /** The same as the flow spells it. */
  readonly written: (name: string) => TableName
}

/** @param database of the connection, as somebody has typed it. @throws the server's own errors */
export async function serverNames(session: Pick<MysqlSession, 'query'>, database: string): Promise<ServerNames> {
  const [row] = await session.query('SELECT @@lower_case_table_names AS folds')
  const setting = row?.['folds']
  const fold = foldedNames(setting, setting === '2' ? await existingNames(session) : undefined)
  const own = fold({ database, name: '' }).database
  const written = (name: string) => parseTableName(name, own)
  return { database: own, parse: (name) => fold(written(name)), written }
}

/** Of all databases that the account sees, because a table may be in any of them. */
async function existingNames(session: Pick<MysqlSession, 'query'>) {
  const databases = await session.query('SELECT SCHEMA_NAME AS db FROM information_schema.SCHEMATA')
  const tables = await session.query('SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name FROM information_schema.TABLES')
  return {
    databases: databases.flatMap(({ db }) => db ?? []),
    tables: tables.map(({ db, name }) => ({ database: db ?? '', name: name ?? '' })),
  }
}
