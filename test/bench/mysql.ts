import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'

import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { BENCH_TABLE, createBenchTable, createMysqlBenchTable, MYSQL_BENCH_TABLE } from './bench-table.ts'
import { type Measurement, measureShell } from './measure.ts'
import { hasPsql, psql } from './psql.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { type BenchOptions, endpointOf } from './two-postgres.ts'

/** As the servers are set up for real: flushed at every commit, with room in memory. */
export const mariadb = () => startMariadb({ durable: true })
export const postgres = () => startPostgres({ durable: true, settings: { max_wal_size: '4GB' } })

/** MySQL to Postgres, in turn with the client's batch output piped into COPY. */
export async function benchMysqlToPostgres({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const [source, destination] = await Promise.all([mariadb(), postgres()])
  try {
    await makeRows(rows, () => runMysql(source, ...createMysqlBenchTable(rows, hasKey)))
    const contenders = {
      ...(hasPsql() && {
        'mariadb | psql copy': () =>
          shell(
            source,
            `${mysqlClient(source)} -qB -N -e "select * from bench" | ${psql(destination)} -c "copy bench from stdin (null 'NULL')"`,
          ),
      }),
      ...(isOnPath('pgloader') && { pgloader: () => shell(source, pgloader(source, destination)) }),
      [OURS]: () =>
        measureMove({
          source: mysqlEndpoint(source),
          destination: endpointOf(destination),
          entity: `${source.database}.bench`,
          target: 'public.bench',
          rows,
        }),
    }
    const before = async () => {
      for (const statement of ['DROP TABLE IF EXISTS bench', BENCH_TABLE(hasKey), 'CHECKPOINT'])
        await run(destination.url, statement)
    }
    const results = await race(contenders, rounds, before, serversOf(source, destination))
    await expectCount(rows, run(destination.url, 'SELECT count(*)::text AS n FROM bench'))
    report('mysql-pg', rows, results)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

/** What MySQL can load of the table. */
export const SELECT_FOR_MYSQL = `copy (select id, customer, name, note, total, score, paid::int, at at time zone 'utc', day, extra from bench) to stdout`

/** Postgres to MySQL, in turn with COPY piped into LOAD DATA LOCAL. */
export async function benchPostgresToMysql({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const [source, destination] = await Promise.all([postgres(), mariadb()])
  try {
    await makeRows(rows, async () => {
      for (const statement of createBenchTable(rows, hasKey)) await run(source.url, statement)
    })
    const contenders = {
      ...(hasPsql() && {
        'psql copy | load data': () =>
          shell(
            destination,
            `${psql(source)} -c "${SELECT_FOR_MYSQL}" | ${mysqlClient(destination)} --local-infile=1 -e "load data local infile '/dev/stdin' into table bench character set utf8mb4"`,
          ),
      }),
      [OURS]: () =>
        measureMove({
          source: endpointOf(source),
          destination: mysqlEndpoint(destination),
          entity: 'public.bench',
          target: `${destination.database}.bench`,
          rows,
        }),
    }
    await raceIntoMysql('pg-mysql', { rows, rounds, hasKey }, { source, destination }, contenders)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

/** MySQL to MySQL, in turn with the server's own dump. */
export async function benchMysqlToMysql({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const [source, destination] = await Promise.all([mariadb(), mariadb()])
  const dump = join(dirname(source.binaries.client), 'mariadb-dump')
  try {
    await makeRows(rows, () => runMysql(source, ...createMysqlBenchTable(rows, hasKey)))
    const contenders = {
      'mariadb-dump | mariadb': () =>
        shell(
          source,
          `${dump} ${mysqlAccess(source)} --single-transaction --quick --no-create-info ${source.database} bench | ${mysqlClient(destination)}`,
        ),
      [OURS]: () =>
        measureMove({
          source: mysqlEndpoint(source),
          destination: mysqlEndpoint(destination),
          entity: `${source.database}.bench`,
          target: `${destination.database}.bench`,
          rows,
        }),
    }
    await raceIntoMysql('mysql-mysql', { rows, rounds, hasKey }, { source, destination }, contenders)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

export async function raceIntoMysql(
  bench: string,
  { rows, rounds, hasKey }: BenchOptions,
  { source, destination }: { readonly source: { readonly processId: number }; readonly destination: RunningMariadb },
  contenders: Readonly<Record<string, () => Promise<Measurement>>>,
): Promise<void> {
  const before = () => runMysql(destination, 'DROP TABLE IF EXISTS bench', MYSQL_BENCH_TABLE(hasKey))
  const results = await race(contenders, rounds, before, serversOf(source, destination))
  await expectCount(rows, runMysql(destination, 'SELECT COUNT(*) AS n FROM bench'))
  report(bench, rows, results)
}

export const serversOf = (source: { readonly processId: number }, destination: { readonly processId: number }) => ({
  source: source.processId,
  destination: destination.processId,
})

export async function makeRows(rows: number, make: () => Promise<unknown>): Promise<void> {
  console.log(`Making ${rows.toLocaleString('en')} rows …`)
  await make()
}

async function expectCount(rows: number, answer: Promise<readonly object[]>): Promise<void> {
  const found = JSON.stringify(await answer)
  if (found !== JSON.stringify([{ n: String(rows) }])) throw new Error(`the target holds ${found}`)
}

export const isOnPath = (program: string) => spawnSync(program, ['--version']).status === 0

/** The options with which each of its programs signs in. */
export const mysqlAccess = ({ host, port, user, password }: RunningMariadb) =>
  `-h ${host} -P ${port} -u ${user} -p${password}`

/** The command line of its client, in UTC. */
export const mysqlClient = (server: RunningMariadb) =>
  `${server.binaries.client} ${mysqlAccess(server)} --default-character-set=utf8mb4 --init-command="set time_zone='+00:00'" ${server.database}`

/** Its own defaults run out of memory on this table, and it takes the name of MySQL's database for a schema. */
const pgloader = (source: RunningMariadb, destination: RunningPostgres) =>
  `file=$(mktemp --suffix=.load) && printf '%s' "LOAD DATABASE FROM mysql://${source.user}:${source.password}@${source.host}:${source.port}/${source.database} INTO ${destination.url} WITH data only, prefetch rows = 10000 ALTER SCHEMA '${source.database}' RENAME TO 'public';" > "$file" && pgloader "$file" && rm "$file"`

const shell = ({ binaries }: RunningMariadb, command: string) =>
  measureShell(command, { ...binaries.env, PGPASSWORD: 'sw0rdfish', PGTZ: 'UTC' })

export const mysqlEndpoint = ({ host, port, user, password, database }: RunningMariadb): Endpoint => ({
  integration: 'mysql',
  credentials: { host, port, user, password, database },
  config: {},
})
