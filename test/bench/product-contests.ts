import { dirname, join } from 'node:path'

import type { Step } from '../../src/engine/transform/columns/step.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { BENCH_TABLE, createBenchTable, createMysqlBenchTable, MYSQL_BENCH_TABLE } from './bench-table.ts'
import { DUMP, makePostgresTables } from './many-tables.ts'
import { type Measurement, measureShell } from './measure.ts'
import { mysqlAccess, mysqlClient, mysqlEndpoint, SELECT_FOR_MYSQL } from './mysql.ts'
import { psql } from './psql.ts'
import type { MeasuredMove } from './race.ts'
import type { ProductFlow } from './running-product.ts'
import { endpointOf, run } from './two-postgres.ts'

export interface Contest {
  readonly pipeName: string
  /** @param again there are rows of the run before, which it replaces */
  pipe(again: boolean): Promise<Measurement>
  readonly engine: MeasuredMove
  readonly flow: ProductFlow
  /** Has all three find an empty destination. */
  empty(): Promise<unknown>
  /** What one has left to write would slow the next. */
  flush(): Promise<unknown>
  stop(): Promise<unknown>
}

export interface ContestSize {
  readonly rows: number
  readonly tables: number
  readonly rowsOfTable: number
}

/** Each of the three has a database of its own on the destination's server. */
const OWN = ['piped', 'engine', 'product'] as const

const QUERY: Step = {
  id: 'sql',
  type: 'sql',
  settings: { query: 'SELECT *, upper(name) AS loud FROM input WHERE total > 1' },
}

export const PRODUCT_CONTESTS: Readonly<Record<string, (size: ContestSize) => Promise<Contest>>> = {
  'pg-pg': (size) => postgresToPostgres(size, 'text'),
  'pg-pg-binary': (size) => postgresToPostgres(size, 'binary'),
  sql: (size) => postgresToPostgres(size, 'text', QUERY),
  'mysql-pg': mysqlToPostgres,
  'pg-mysql': postgresToMysql,
  'mysql-mysql': mysqlToMysql,
  'many-tables': manyTables,
}

/** Version 15, of which a Debian client of today can dump. */
const postgres = () => startPostgres({ version: 15, durable: true, settings: { max_wal_size: '4GB' } })
const mariadb = () => startMariadb({ durable: true })

const inPostgres = (server: RunningPostgres, database: string): RunningPostgres => ({ ...server, database })
const inMysql = (server: RunningMariadb, database: string): RunningMariadb => ({ ...server, database })

const shell = (command: string, env: NodeJS.ProcessEnv = {}) =>
  measureShell(command, { PGPASSWORD: 'sw0rdfish', PGTZ: 'UTC', ...env })

async function postgresToPostgres(size: ContestSize, format: 'text' | 'binary', step?: Step): Promise<Contest> {
  const [source, destination] = await Promise.all([postgres(), postgres()])
  await run(source, ...createBenchTable(size.rows, false))
  const [copied] = (await run(source, `SELECT count(*)::int AS n FROM bench ${step ? 'WHERE total > 1' : ''}`)) as [
    { n: number },
  ]
  const moved = {
    source: endpointOf(source),
    entity: 'public.bench',
    target: 'public.bench',
    ...(step && { steps: [step] }),
  }
  const copy = `COPY bench TO STDOUT (FORMAT ${format})`
  return {
    pipeName: `psql ${format} pipe`,
    pipe: (again) => shell(`${psql(source)} -c "${copy}" | ${intoPostgres(destination, again, `(FORMAT ${format})`)}`),
    engine: { ...moved, destination: endpointOf(inPostgres(destination, 'engine')), rows: copied.n },
    flow: {
      ...moved,
      destination: endpointOf(inPostgres(destination, 'product')),
      ...(step && { steps: [{ ...step, stream: 'public.bench' }] }),
    },
    ...ownPostgres(destination),
    stop: () => Promise.all([source.stop(), destination.stop()]),
  }
}

/** As one transaction, so that old rows stay until all new ones are there, which is what we do. */
const intoPostgres = (destination: RunningPostgres, again: boolean, options = '') =>
  `${psql(inPostgres(destination, 'piped'))} --single-transaction ${again ? '-c "TRUNCATE bench"' : `-c "${BENCH_TABLE(false).replaceAll('\n', ' ')}"`} -c "COPY bench FROM STDIN ${options}"`

const ownPostgres = (destination: RunningPostgres): Pick<Contest, 'empty' | 'flush'> => ({
  empty: () =>
    run(
      destination,
      ...OWN.flatMap((name) => [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`]),
    ),
  flush: () => run(destination, 'CHECKPOINT'),
})

const ownMysql = (destination: RunningMariadb): Pick<Contest, 'empty' | 'flush'> => ({
  empty: () =>
    runMysql(
      destination,
      ...OWN.flatMap((name) => [`DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`]),
    ),
  flush: async () => {},
})

async function mysqlToPostgres({ rows }: ContestSize): Promise<Contest> {
  const [source, destination] = await Promise.all([mariadb(), postgres()])
  await runMysql(source, ...createMysqlBenchTable(rows, false))
  const moved = { source: mysqlEndpoint(source), entity: `${source.database}.bench`, target: 'public.bench' }
  return {
    pipeName: 'mariadb | psql copy',
    pipe: (again) =>
      shell(
        `${mysqlClient(source)} -qB -N -e "select * from bench" | ${intoPostgres(destination, again, `(null 'NULL')`)}`,
        source.binaries.env,
      ),
    engine: { ...moved, destination: endpointOf(inPostgres(destination, 'engine')), rows },
    flow: { ...moved, destination: endpointOf(inPostgres(destination, 'product')) },
    ...ownPostgres(destination),
    stop: () => Promise.all([source.stop(), destination.stop()]),
  }
}

async function postgresToMysql({ rows }: ContestSize): Promise<Contest> {
  const [source, destination] = await Promise.all([postgres(), mariadb()])
  await run(source, ...createBenchTable(rows, false))
  const moved = { source: endpointOf(source), entity: 'public.bench' }
  const piped = mysqlClient(inMysql(destination, 'piped'))
  const load = `load data local infile '/dev/stdin' into table bench character set utf8mb4`
  return {
    pipeName: 'psql copy | load data',
    pipe: (again) =>
      shell(
        `${psql(source)} -c "${SELECT_FOR_MYSQL}" | ${piped} --local-infile=1 -e "${again ? 'truncate bench' : MYSQL_BENCH_TABLE(false)}; ${load}"`,
        destination.binaries.env,
      ),
    engine: { ...moved, destination: mysqlEndpoint(inMysql(destination, 'engine')), target: 'engine.bench', rows },
    flow: { ...moved, destination: mysqlEndpoint(inMysql(destination, 'product')), target: 'product.bench' },
    ...ownMysql(destination),
    stop: () => Promise.all([source.stop(), destination.stop()]),
  }
}

async function mysqlToMysql({ rows }: ContestSize): Promise<Contest> {
  const [source, destination] = await Promise.all([mariadb(), mariadb()])
  await runMysql(source, ...createMysqlBenchTable(rows, false))
  const moved = { source: mysqlEndpoint(source), entity: `${source.database}.bench` }
  const dump = `${join(dirname(source.binaries.client), 'mariadb-dump')} ${mysqlAccess(source)} --single-transaction --quick`
  return {
    pipeName: 'mariadb-dump | mariadb',
    pipe: () =>
      shell(`${dump} ${source.database} bench | ${mysqlClient(inMysql(destination, 'piped'))}`, source.binaries.env),
    engine: { ...moved, destination: mysqlEndpoint(inMysql(destination, 'engine')), target: 'engine.bench', rows },
    flow: { ...moved, destination: mysqlEndpoint(inMysql(destination, 'product')), target: 'product.bench' },
    ...ownMysql(destination),
    stop: () => Promise.all([source.stop(), destination.stop()]),
  }
}

async function manyTables({ tables, rowsOfTable }: ContestSize): Promise<Contest> {
  const [source, destination] = await Promise.all([postgres(), postgres()])
  await makePostgresTables(source, tables, rowsOfTable)
  const dump = ({ host, port, user, database }: RunningPostgres, more: string) =>
    `${DUMP} -h ${host} -p ${port} -U ${user} ${more} ${database}`
  return {
    pipeName: 'pg_dump | psql',
    pipe: (again) =>
      shell(
        `${dump(source, again ? '--clean --if-exists' : '')} | ${psql(inPostgres(destination, 'piped'))} -o /dev/null`,
      ),
    engine: {
      source: endpointOf(source),
      destination: endpointOf(inPostgres(destination, 'engine')),
      rows: tables * rowsOfTable,
    },
    flow: { source: endpointOf(source), destination: endpointOf(inPostgres(destination, 'product')) },
    ...ownPostgres(destination),
    stop: () => Promise.all([source.stop(), destination.stop()]),
  }
}
