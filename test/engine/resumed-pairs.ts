import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

/** The rows of the table `t` of these tests, which is cut into about a dozen ranges. */
export const ROWS = 3_000
export const RANGES = { blocks: 8, atOnce: 1 }

/** One end of a move: a database with a table `t`. */
export interface PairEnd {
  readonly endpoint: Endpoint
  readonly connector: Connector
  /** Of the table. */
  readonly entity: string
  run(...statements: readonly string[]): Promise<readonly Record<string, string | null>[]>
}

export const postgresEnd = (database: Database): PairEnd => ({
  endpoint: endpointOf(database),
  connector: postgresConnector,
  entity: 'public.t',
  run: (...statements) => run(database, ...statements),
})

export const mysqlEnd = (database: MysqlDatabase): PairEnd => ({
  endpoint: mysqlEndpoint(database),
  connector: mysqlConnector,
  entity: `${database.database}.t`,
  run: (...statements) => runMysql(database, ...statements),
})

/** Creates `t` with so many rows, and lets the server look at its size. */
export async function fill(end: PairEnd, rows = ROWS): Promise<void> {
  const value = (n: number) => `(${n}, REPEAT('new', 60))`
  const values = Array.from({ length: rows }, (_, n) => value(n + 1)).join(', ')
  const analyze = end.connector === mysqlConnector ? 'ANALYZE TABLE t' : 'ANALYZE t'
  await end.run('CREATE TABLE t (id int PRIMARY KEY, v varchar(600))', `INSERT INTO t VALUES ${values}`, analyze)
}

/** The rows in the order of their key, as one text. */
export const rowsOf = async (end: PairEnd): Promise<string> =>
  JSON.stringify(await end.run('SELECT id, v FROM t ORDER BY id'))

export interface Pair {
  readonly source: PairEnd
  readonly destination: PairEnd
}

/** Moves the table in ranges, and answers with the lines of the log, too. */
export async function moveInRanges(
  { source, destination }: Pair,
  { connector = destination.connector, ...request }: Partial<MoveRequest> & { readonly connector?: Connector } = {},
) {
  const log: string[] = []
  const result = await move({
    source,
    destination: { connector, endpoint: destination.endpoint },
    streams: [{ entity: source.entity, target: destination.entity, mode: 'replace' }],
    fence: nextFence(),
    ranges: RANGES,
    stepProcesses: keptStepProcesses,
    context: contextWith(),
    onEvent: (event) => {
      if (event.kind === 'log') log.push(inEnglish(event.message))
    },
    ...request,
  })
  return { result, log: log.join('\n') }
}

/** Our tables beside the target. */
export async function leftBehind({ run: ask, connector }: PairEnd): Promise<readonly (string | null)[]> {
  const rows =
    connector === mysqlConnector
      ? await ask(`SHOW TABLES LIKE '\\_millrace\\_%'`)
      : await ask(`SELECT relname FROM pg_class WHERE relname ~ '^_millrace_' AND relkind = 'r'`)
  return rows.flatMap(Object.values).filter((name) => name !== '_millrace_fence')
}
