import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import pg from 'pg'

import type { Endpoint } from '../../src/server/connectors/connector.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { BENCH_TABLE, createBenchTable } from './bench-table.ts'
import type { Measurement } from './measure.ts'
import { measureNode, measureShell, median } from './measure.ts'

export interface MeasuredMove {
  readonly source: Endpoint
  readonly destination: Endpoint
  readonly rows: number
}

interface BenchOptions {
  readonly rows: number
  readonly rounds: number
  readonly hasKey: boolean
}

/** Another client than the one on the PATH may be named. */
const PSQL = process.env['PSQL'] ?? 'psql'

const OURS = 'Millrace'

const MOVE_PROCESS = fileURLToPath(new URL('./move-process.ts', import.meta.url))

/**
 * Copies one table from server to server, in turn with the text and the binary pipe of psql, and prints medians of per-round ratios:
 * on a busy machine the rounds differ, the ratios within a round do not. Both servers keep their durable defaults.
 */
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
        measureNode(MOVE_PROCESS, {
          source: endpointOf(source),
          destination: endpointOf(destination),
          rows,
        } satisfies MeasuredMove),
    }
    const results = Object.keys(contenders).map((name) => ({ name, rounds: [] as Measurement[] }))
    for (let round = 0; round < rounds; round++) {
      for (const result of results) {
        await run(destination, 'DROP TABLE IF EXISTS bench', BENCH_TABLE(hasKey), 'CHECKPOINT')
        const measured = await contenders[result.name as keyof typeof contenders]?.()
        if (!measured) continue
        result.rounds.push(measured)
        console.log(`round ${round + 1}  ${result.name.padEnd(17)} ${measured.seconds.toFixed(2)} s`)
      }
    }
    await expectSameRows(source, destination)
    report(rows, results)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

function psqlPipe(source: RunningPostgres, destination: RunningPostgres, format: string): Promise<Measurement> {
  const psql = (server: RunningPostgres, statement: string) =>
    `${PSQL} -qX -h ${server.host} -p ${server.port} -U ${server.user} -d ${server.database} -v ON_ERROR_STOP=1 -c "${statement}"`
  return measureShell(
    `${psql(source, `COPY bench TO STDOUT${format}`)} | ${psql(destination, `COPY bench FROM STDIN${format}`)}`,
    { PGPASSWORD: source.password },
  )
}

function report(rows: number, results: readonly { name: string; rounds: readonly Measurement[] }[]): void {
  const ours = results.find(({ name }) => name === OURS)?.rounds ?? []
  const table = results.map(({ name, rounds }) => {
    const seconds = median(rounds.map((round) => round.seconds))
    return {
      name,
      seconds: round2(seconds),
      rowsPerSecond: Math.round(rows / seconds),
      cpuSeconds: round2(median(rounds.map((round) => round.cpuSeconds))),
      peakMegabytes: Math.round(Math.max(...rounds.map((round) => round.peakMegabytes))) || undefined,
      oursIsFasterBy:
        name === OURS
          ? undefined
          : round2(median(rounds.map((round, n) => round.seconds / (ours[n]?.seconds ?? Number.NaN)))),
    }
  })
  console.table(table)
  console.log(JSON.stringify({ bench: 'pg-pg', rows, rounds: ours.length, results: table }))
}

const round2 = (value: number) => Math.round(value * 100) / 100

async function expectSameRows(source: RunningPostgres, destination: RunningPostgres): Promise<void> {
  const digest = 'SELECT count(*) AS rows, sum(hashtextextended(bench::text, 0)) AS hash FROM bench'
  const [there, here] = await Promise.all([run(source, digest), run(destination, digest)])
  if (JSON.stringify(there) !== JSON.stringify(here))
    throw new Error(`the tables differ: ${JSON.stringify({ there, here })}`)
}

const endpointOf = ({ host, port, user, password, database }: RunningPostgres): Endpoint => ({
  integration: 'postgres',
  credentials: { host, port, user, password, dbname: database, sslmode: 'prefer' },
  config: {},
})

async function run(server: RunningPostgres, ...statements: readonly string[]): Promise<readonly object[]> {
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
