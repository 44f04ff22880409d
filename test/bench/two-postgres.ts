import pg from 'pg'

import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { BENCH_TABLE, createBenchTable } from './bench-table.ts'
import type { Measurement } from './measure.ts'
import { race, report } from './race.ts'

export interface BenchOptions {
  readonly rows: number
  readonly rounds: number
  readonly hasKey: boolean
}

export interface TwoPostgres {
  readonly source: RunningPostgres
  readonly destination: RunningPostgres
}

/** Two servers with their durable defaults, the first with the table, for as long as they are raced. */
export async function withTwoPostgres(
  { rows, hasKey }: Pick<BenchOptions, 'rows' | 'hasKey'>,
  work: (servers: TwoPostgres) => Promise<void>,
  options: Pick<PostgresOptions, 'ssl' | 'version'> = {},
): Promise<void> {
  const start = () => startPostgres({ ...options, durable: true, settings: { max_wal_size: '4GB' } })
  const [source, destination] = await Promise.all([start(), start()])
  try {
    console.log(`Postgres ${source.version} …`)
    console.log(`Making ${rows.toLocaleString('en')} rows …`)
    await run(source, ...createBenchTable(rows, hasKey))
    await work({ source, destination })
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

/** The whole table, from server to server. */
export const wholeTable = ({ source, destination }: TwoPostgres, rows: number) => ({
  source: endpointOf(source),
  destination: endpointOf(destination),
  entity: 'public.bench',
  target: 'public.bench',
  rows,
})

/** Each contender fills an empty table; the last one's rows have to be those of the source. */
export async function raceIntoPostgres(
  bench: string,
  { rows, rounds, hasKey }: BenchOptions,
  { source, destination }: TwoPostgres,
  contenders: Readonly<Record<string, () => Promise<Measurement>>>,
): Promise<void> {
  const before = () => run(destination, 'DROP TABLE IF EXISTS bench', BENCH_TABLE(hasKey), 'CHECKPOINT')
  const results = await race(contenders, rounds, before)
  await expectSameRows(source, destination)
  report(bench, rows, results)
}

async function expectSameRows(source: RunningPostgres, destination: RunningPostgres): Promise<void> {
  const digest = 'SELECT count(*) AS rows, sum(hashtextextended(bench::text, 0)) AS hash FROM bench'
  const [there, here] = await Promise.all([run(source, digest), run(destination, digest)])
  if (JSON.stringify(there) !== JSON.stringify(here))
    throw new Error(`the tables differ: ${JSON.stringify({ there, here })}`)
}

export const endpointOf = ({ host, port, user, password, database }: RunningPostgres): Endpoint => ({
  integration: 'postgres',
  credentials: { host, port, user, password, dbname: database, sslmode: 'prefer' },
  config: {},
})

export async function run(server: RunningPostgres, ...statements: readonly string[]): Promise<readonly object[]> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    let rows: object[] = []
    for (const statement of statements) rows = (await client.query<object>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
