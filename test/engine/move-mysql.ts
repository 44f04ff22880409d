import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type Attempt, contextWith, nextFence } from './move-between.ts'

let databases = 0

/** A new, empty database on a running server, so that tests do not see each other. */
export async function freshMysql(server: MysqlDatabase): Promise<MysqlDatabase> {
  const { host, port, user, password } = server
  const database = `test_${process.pid}_${++databases}`
  await runMysql(server, `CREATE DATABASE ${database} CHARACTER SET utf8mb4`)
  return { host, port, user, password, database }
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
  const end = (endpoint: Endpoint) => ({
    connector: endpoint.integration === 'mysql' ? mysqlConnector : postgresConnector,
    endpoint,
  })
  return move({
    source: end(source),
    destination: end(destination),
    streams,
    fence: nextFence(),
    stepProcesses: keptStepProcesses,
    context: contextWith(),
    onEvent: () => {},
    ...attempt,
  })
}

/** Moves the table `t` from one database to another. */
export const moveTable = (
  { from, to }: { readonly from: MysqlDatabase; readonly to: MysqlDatabase },
  stream: Omit<StreamRequest, 'entity' | 'target'>,
  attempt: Attempt = {},
): Promise<MoveResult> =>
  moveAcross(
    mysqlEndpoint(from),
    mysqlEndpoint(to),
    [{ entity: `${from.database}.t`, target: `${to.database}.t`, ...stream }],
    attempt,
  )

/** Tables of ours that a run has to take away. */
export const bookkeepingTables = async (database: MysqlDatabase): Promise<readonly (string | null)[]> =>
  (await runMysql(database, `SHOW TABLES LIKE '\\_millrace\\_%'`))
    .flatMap(Object.values)
    .filter((name) => name !== '_millrace_fence')
