import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from './quote-identifier.ts'

export async function hasDatabase(session: MysqlSession, database: string): Promise<boolean> {
  const found = await session.query('SELECT 1 AS found FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?', [
    database,
  ])
  return found.length > 0
}

/** @param own the connection's database, which exists. @throws ConnectorError `PERMISSION_MISSING` */
export async function ensureDatabase(session: MysqlSession, database: string, own: string): Promise<void> {
  if (await hasDatabase(session, database)) return
  try {
    await session.query(`CREATE DATABASE IF NOT EXISTS ${quoteIdentifier(database)} CHARACTER SET utf8mb4`)
  } catch (error) {
    throw new ConnectorError(
      {
        code: 'PERMISSION_MISSING',
        message: sentence`There is no database "${database}", and the account may not create it.`,
        hint: sentence`Name an existing database in the target, such as ${own}.<table>, or create it and grant the account access to it.`,
        field: 'user',
        object: { kind: 'database', name: database },
      },
      { cause: error },
    )
  }
}
