import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import type { RunningMariadb } from '../support/mariadb/start-mariadb.ts'
import { run } from '../support/run-sql.ts'
import { rangesOf } from './bench-ranges.ts'
import { BENCH_TABLE, createBenchTable, createMysqlBenchTable, MYSQL_BENCH_TABLE } from './bench-table.ts'
import { makeRows, mariadb, mysqlEndpoint, postgres } from './mysql.ts'
import { race, report } from './race.ts'
import { LEAST_RANGES, resumeContenders } from './resume.ts'
import { type BenchOptions, endpointOf } from './two-postgres.ts'

interface End {
  readonly connector: Connector
  readonly endpoint: Endpoint
  readonly entity: string
  /** Fills it, as a source. */
  fill(rows: number): Promise<unknown>
  /** Makes an empty table, as a destination. */
  empty(): Promise<unknown>
  /** In blocks of 8 kB. */
  size(): Promise<number>
  /** Of the process above the server. */
  readonly processId: number
  stop(): Promise<unknown>
}

const HAS_KEY = true

async function postgresEnd(): Promise<End> {
  const server = await postgres()
  const all = async (...statements: readonly string[]) => {
    let rows: readonly object[] = []
    for (const statement of statements) rows = await run(server.url, statement)
    return rows
  }
  return {
    connector: postgresConnector,
    endpoint: endpointOf(server),
    entity: 'public.bench',
    fill: (rows) => all(...createBenchTable(rows, HAS_KEY)),
    empty: () => all('DROP TABLE IF EXISTS bench', BENCH_TABLE(HAS_KEY), 'CHECKPOINT'),
    size: async () => sizeIn(await all(`SELECT pg_relation_size('bench') / 8192 AS blocks`)),
    processId: server.processId,
    stop: () => server.stop(),
  }
}

async function mysqlEnd(): Promise<End> {
  const server: RunningMariadb = await mariadb()
  return {
    connector: mysqlConnector,
    endpoint: mysqlEndpoint(server),
    entity: `${server.database}.bench`,
    fill: (rows) => runMysql(server, ...createMysqlBenchTable(rows, HAS_KEY), 'ANALYZE TABLE bench'),
    empty: () => runMysql(server, 'DROP TABLE IF EXISTS bench', MYSQL_BENCH_TABLE(HAS_KEY)),
    size: async () =>
      sizeIn(
        await runMysql(
          server,
          `SELECT (DATA_LENGTH + INDEX_LENGTH) DIV 8192 AS blocks FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'bench'`,
        ),
      ),
    processId: server.processId,
    stop: () => server.stop(),
  }
}

const sizeIn = ([row]: readonly object[]) => Number((row as { readonly blocks?: unknown } | undefined)?.blocks)

/** How many ranges the source makes: MySQL halves them, so that they may be more than its size says. */
async function countRanges({ connector, endpoint, entity }: End, blocks: number): Promise<number> {
  const { signal } = new AbortController()
  const context = { signal, dialler: makeDialler({ allowPrivate: true }), vendors: { addresses: {} } }
  const source = await connector.openSource?.(endpoint, context)
  try {
    const [described] = (await source?.entities([entity])) ?? []
    const columns = described?.columns.map(({ name }) => name) ?? []
    const table = described && (await source?.ranges?.table(described, columns))
    const ranges = (await table?.ranges(blocks, [])) ?? []
    console.log(`${ranges.length} ranges, as the source cuts them`)
    return ranges.length
  } finally {
    await source?.close()
  }
}

const PAIRS = {
  'mysql-pg': [mysqlEnd, postgresEnd],
  'pg-mysql': [postgresEnd, mysqlEnd],
  'mysql-mysql': [mysqlEnd, mysqlEnd],
} as const

/** The rest of a table after a worker was killed half-way, between systems; the table has a key. */
export async function benchResumeBetween(pair: keyof typeof PAIRS, { rows, rounds }: BenchOptions): Promise<void> {
  const [openSource, openDestination] = PAIRS[pair]
  const [source, destination] = await Promise.all([openSource(), openDestination()])
  try {
    await makeRows(rows, () => source.fill(rows))
    const { ranges } = rangesOf(await source.size(), LEAST_RANGES)
    const count = await countRanges(source, ranges.blocks)
    const move = {
      source: source.endpoint,
      destination: destination.endpoint,
      entity: source.entity,
      target: destination.entity,
      rows,
      ranges,
    }
    const servers = { source: source.processId, destination: destination.processId }
    report(`resume ${pair}`, rows, await race(resumeContenders(move, count), rounds, destination.empty, servers))
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

export const isResumedPair = (name: string | undefined): name is keyof typeof PAIRS =>
  name !== undefined && name in PAIRS
