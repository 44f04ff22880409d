import { spawnSync } from 'node:child_process'

import pg from 'pg'

import type { Endpoint } from '../../src/server/connectors/connector.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { BENCH_TABLE, createBenchTable } from './bench-table.ts'
import type { Measurement } from './measure.ts'
import { measureShell } from './measure.ts'
import { measureMove, OURS, race, report } from './race.ts'

export interface BenchOptions {
  readonly rows: number
  readonly rounds: number
  readonly hasKey: boolean
}

/** Another client than the one on the PATH may be named. */
export const PSQL = process.env['PSQL'] ?? 'psql'

/** Copies one table from server to server, in turn with the text and the binary pipe of psql. Both servers keep their durable defaults. */
export async function benchPostgresToPostgres({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const hasPsql = spawnSync(PSQL, ['--version']).status === 0
  if (!hasPsql) console.log(`${PSQL} is not on the PATH: only our own figures, with nothing to compare them to.`)
  const settings = { max_wal_size: '4GB' }
  const [source, destination] = await Promise.all([
    startPostgres({ durable: true, settings }),
    startPostgres({ durable: true, settings }),
  ])
  try {
    console.log(`Making ${rows.toLocaleString('en')} rows …`)
    await run(source, ...createBenchTable(rows, hasKey))
    const contenders = {
      ...(hasPsql && {
        'psql text pipe': () => psqlPipe(source, destination, ''),
        'psql binary pipe': () => psqlPipe(source, destination, ' (FORMAT binary)'),
      }),
      [OURS]: () =>
        measureMove({
          source: endpointOf(source),
          destination: endpointOf(destination),
          entity: 'public.bench',
          target: 'public.bench',
          rows,
        }),
    }
    const before = () => run(destination, 'DROP TABLE IF EXISTS bench', BENCH_TABLE(hasKey), 'CHECKPOINT')
    const results = await race(contenders, rounds, before)
    await expectSameRows(source, destination)
    report('pg-pg', rows, results)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

export function psqlPipe(source: RunningPostgres, destination: RunningPostgres, format: string): Promise<Measurement> {
  const psql = (server: RunningPostgres, statement: string) =>
    `${PSQL} -qX -h ${server.host} -p ${server.port} -U ${server.user} -d ${server.database} -v ON_ERROR_STOP=1 -c "${statement}"`
  return measureShell(
    `${psql(source, `COPY bench TO STDOUT${format}`)} | ${psql(destination, `COPY bench FROM STDIN${format}`)}`,
    { PGPASSWORD: source.password },
  )
}

export async function expectSameRows(source: RunningPostgres, destination: RunningPostgres): Promise<void> {
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
