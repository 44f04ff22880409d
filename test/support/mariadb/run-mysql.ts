import { createConnection } from 'mysql2/promise'

import type { RunningMariadb } from './start-mariadb.ts'

export type MysqlDatabase = Pick<RunningMariadb, 'host' | 'port' | 'user' | 'password' | 'database'>

/** Runs statements in a session in UTC that takes whatever MySQL can hold. @returns the rows of the last, every value as text */
export async function runMysql(
  { host, port, user, password, database }: MysqlDatabase,
  ...statements: readonly string[]
): Promise<readonly Record<string, string | null>[]> {
  const connection = await createConnection({
    host,
    port,
    user,
    password,
    database,
    charset: 'utf8mb4',
    // MySQL's JSON says that it is bytes, but it is text.
    typeCast: (field) => (field.type === 'JSON' ? field.string('utf8') : field.string()),
  })
  try {
    await connection.query(`SET time_zone = '+00:00', sql_mode = 'ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO'`)
    let rows: unknown = []
    for (const statement of statements) [rows] = await connection.query(statement)
    return Array.isArray(rows) ? (rows as Record<string, string | null>[]) : []
  } finally {
    await connection.end()
  }
}
