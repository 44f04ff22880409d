import { createConnection } from 'mysql2/promise'

import type { ConnectionType } from '../../src/core/catalog/connection-types.ts'
import type { Endpoint } from '../../src/server/connectors/connector.ts'
import { CONNECTORS } from '../../src/server/connectors/registry.ts'
import type { MoveResult, StreamRequest } from '../../src/server/engine/move.ts'
import { move } from '../../src/server/engine/move.ts'
import type { RunningMariadb } from '../support/mariadb/start-mariadb.ts'
import type { Attempt } from './move-between.ts'
import { contextWith, nextFence } from './move-between.ts'

export type MysqlDatabase = Pick<RunningMariadb, 'host' | 'port' | 'user' | 'password' | 'database'>

let databases = 0

/** A new, empty database on a running server, so that tests do not see each other. */
export async function freshMysql(server: MysqlDatabase): Promise<MysqlDatabase> {
  const { host, port, user, password } = server
  const database = `test_${process.pid}_${++databases}`
  await runMysql(server, `CREATE DATABASE ${database} CHARACTER SET utf8mb4`)
  return { host, port, user, password, database }
}

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
    typeCast: (field) => field.string(),
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

export const mysqlEndpoint = (
  { host, port, user, password, database }: MysqlDatabase,
  overrides: object = {},
): Endpoint => ({
  integration: 'mysql',
  credentials: { host, port, user, password, database, ...overrides },
  config: {},
})

/** Moves streams between systems; an endpoint's integration tells its connector. */
export function moveAcross(
  source: Endpoint,
  destination: Endpoint,
  streams: readonly StreamRequest[],
  attempt: Attempt = {},
): Promise<MoveResult> {
  const end = (endpoint: Endpoint) => {
    const connector = CONNECTORS[endpoint.integration as ConnectionType]
    if (!connector) throw new Error(`no connector for ${endpoint.integration}`)
    return { connector, endpoint }
  }
  return move({
    source: end(source),
    destination: end(destination),
    streams,
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
    ...attempt,
  })
}
