import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { connectTo, type Database, endpointOf, freshDatabase } from '../engine/move-between.ts'
import { connectMysql } from '../support/mariadb/run-mysql.ts'
import { startMariadb } from '../support/mariadb/start-mariadb.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'

/** The columns of every table. */
export const COLUMNS = ['id', 'a', 'b', 'c', 'd', 'e']

/** Of Postgres, at both ends. */
export const TABLE = '(id bigint PRIMARY KEY, a text, b numeric, c timestamptz, d int, e text)'

/** A source of changes. */
export interface Writer {
  readonly endpoint: Endpoint
  /** Of Postgres. */
  readonly database?: Database
  readonly entityOf: (table: string) => string
  readonly columns: string
  /** An INSERT of rows with numbers from the first to the last. */
  readonly insert: (table: string, first: number, last: number) => string
  execute(...statements: readonly string[]): Promise<void>
  close(): Promise<void>
}

export async function postgresWriter(server: RunningPostgres): Promise<Writer> {
  const database = await freshDatabase(server)
  const client = await connectTo(database)
  return {
    endpoint: endpointOf(database),
    database,
    entityOf: (table) => `public.${table}`,
    columns: TABLE,
    insert: (table, first, last) =>
      `INSERT INTO ${table} SELECT n, 'name ' || n, n / 7.0, now(), n, 'some text that is a little longer ' || n FROM generate_series(${first}, ${last}) n`,
    execute: async (...statements) => {
      for (const statement of statements) await client.query(statement)
    },
    close: () => client.end(),
  }
}

export async function mariadbWriter(): Promise<Writer> {
  const server = await startMariadb({
    settings: {
      'log-bin': 'log',
      'server-id': '7',
      'binlog-format': 'ROW',
      'binlog-row-metadata': 'FULL',
      'innodb-buffer-pool-size': '1G',
      // A mirror that stands still is not hung up on.
      'net-write-timeout': '600',
    },
  })
  const connection = await connectMysql(server)
  const { host, port, user, password, database } = server
  return {
    endpoint: { integration: 'mysql', credentials: { host, port, user, password, database }, config: {} },
    entityOf: (table) => `${database}.${table}`,
    columns: '(id bigint PRIMARY KEY, a text, b decimal(20, 8), c timestamp(6) NULL, d int, e text)',
    insert: (table, first, last) =>
      `INSERT INTO ${table} SELECT seq, CONCAT('name ', seq), seq / 7, NOW(6), seq, CONCAT('some text that is a little longer ', seq) FROM seq_${first}_to_${last}`,
    execute: async (...statements) => {
      for (const statement of statements) await connection.query(statement)
    },
    close: async () => {
      await connection.end()
      await server.stop()
    },
  }
}
