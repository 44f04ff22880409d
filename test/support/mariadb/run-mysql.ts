import { type Connection, createConnection } from 'mysql2/promise'

import type { RunningMariadb } from './start-mariadb.ts'

export type MysqlDatabase = Pick<RunningMariadb, 'host' | 'port' | 'user' | 'password' | 'database'>

/** A session in UTC that takes whatever MySQL can hold, with every value as text. */
export async function connectMysql({ host, port, user, password, database }: MysqlDatabase): Promise<Connection> {
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
  await connection.query(`SET time_zone = '+00:00', sql_mode = 'ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO'`)
  return connection
}

/** Runs statements in a session of their own. @returns the rows of the last, every value as text */
export async function runMysql(
  server: MysqlDatabase,
  ...statements: readonly string[]
): Promise<readonly Record<string, string | null>[]> {
  const connection = await connectMysql(server)
  try {
    let rows: unknown = []
    for (const statement of statements) [rows] = await connection.query(statement)
    return Array.isArray(rows) ? (rows as Record<string, string | null>[]) : []
  } finally {
    await connection.end()
  }
}
