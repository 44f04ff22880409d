import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'

import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { type Measurement, measureShell } from './measure.ts'
import { isOnPath, mysqlEndpoint } from './mysql.ts'
import { psql } from './psql.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { endpointOf, run } from './two-postgres.ts'

export interface ManyTablesOptions {
  readonly tables: number
  /** Of each table. */
  readonly rows: number
  readonly rounds: number
  /** `pg-pg`, `mysql-pg`, `pg-mysql`, `mysql-mysql` or `one-large`. Absent: all of them. */
  readonly only?: string
}

export const DUMP = process.env['PG_DUMP'] ?? 'pg_dump'

/** Servers that a Debian client of today can dump, with their durable defaults. */
const postgres = () => startPostgres({ version: 15, durable: true, settings: { max_wal_size: '4GB' } })
const mariadb = () => startMariadb({ durable: true })

const names = (tables: number) => Array.from({ length: tables }, (_, n) => `t${String(n).padStart(5, '0')}`)

/** As applications have them: a key, an index, texts, numbers and times. */
const POSTGRES_TABLE = (name: string, rows: number) =>
  `CREATE TABLE ${name} (id bigint PRIMARY KEY, name text NOT NULL, total numeric(12,2), paid boolean, at timestamptz);
   INSERT INTO ${name} SELECT n, 'name ' || n, n * 1.25, n % 2 = 0, '2024-01-01'::timestamptz + n * interval '1 minute' FROM generate_series(1, ${rows}) n;
   CREATE INDEX ON ${name} (at);`

const MYSQL_TABLE = (name: string) =>
  `CREATE TABLE ${name} (id bigint PRIMARY KEY, name varchar(200) NOT NULL, total decimal(12,2), paid tinyint(1), at datetime(6), KEY (at))`

const MYSQL_ROWS = (name: string, rows: number) =>
  `INSERT INTO ${name} SELECT seq, CONCAT('name ', seq), seq * 1.25, seq % 2, '2024-01-01' + INTERVAL seq MINUTE FROM seq_1_to_${rows}`

/** Everything of a database with many small tables, into an empty one and again, beside the tools that everybody has. */
export async function benchManyTables(options: ManyTablesOptions): Promise<void> {
  const benches = {
    'pg-pg': benchPostgres,
    'mysql-pg': benchMysqlToPostgres,
    'pg-mysql': benchPostgresToMysql,
    'mysql-mysql': benchMysql,
    'one-large': benchOneLarge,
  }
  for (const [name, bench] of Object.entries(benches))
    if (options.only === undefined || options.only === name) await bench(options)
}

async function benchPostgres({ tables, rows, rounds }: ManyTablesOptions): Promise<void> {
  const [source, destination] = await Promise.all([postgres(), postgres()])
  try {
    await makePostgresTables(source, tables, rows)
    const dump = ({ host, port, user, database }: RunningPostgres, more = '') =>
      `${DUMP} -h ${host} -p ${port} -U ${user} -n public ${more} ${database}`
    const hasDump = spawnSync(DUMP, ['--version']).status === 0
    const pipe = (more?: string) =>
      measureShell(`${dump(source, more)} | ${psql(destination)} -o /dev/null`, { PGPASSWORD: source.password })
    const ours = () =>
      measureMove({ source: endpointOf(source), destination: endpointOf(destination), rows: tables * rows })
    const total = tables * rows
    const empty = () => run(destination, 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public', 'CHECKPOINT')
    const first = { ...(hasDump && { 'pg_dump | psql': () => pipe() }), [OURS]: ours }
    // The dump creates the schema itself.
    const before = async () => {
      await empty()
      if (hasDump) await run(destination, 'DROP SCHEMA public')
    }
    report('many-tables pg-pg, first', total, await race(withSchema(first, destination), rounds, before))
    await run(destination, 'DROP SCHEMA IF EXISTS public CASCADE', 'CREATE SCHEMA public')
    await ours()
    // The dump drops and creates the schema, in which it must find nothing of ours.
    const cleaned = async () => {
      await run(destination, 'DROP TABLE IF EXISTS public._millrace_fence')
      return pipe('--clean --if-exists')
    }
    const again = { ...(hasDump && { 'pg_dump --clean | psql': cleaned }), [OURS]: ours }
    report('many-tables pg-pg, again', total, await race(again, rounds, () => run(destination, 'CHECKPOINT')))
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

/** Ours finds the schema that the dump makes. */
const withSchema = (
  contenders: Readonly<Record<string, () => Promise<Measurement>>>,
  destination: RunningPostgres,
): Readonly<Record<string, () => Promise<Measurement>>> => ({
  ...contenders,
  [OURS]: async () => {
    await run(destination, 'CREATE SCHEMA IF NOT EXISTS public')
    return (contenders[OURS] as () => Promise<Measurement>)()
  },
})

async function benchMysqlToPostgres({ tables, rows, rounds }: ManyTablesOptions): Promise<void> {
  const [source, destination] = await Promise.all([mariadb(), postgres()])
  try {
    await makeMysqlTables(source, tables, rows)
    const ours = () =>
      measureMove({ source: mysqlEndpoint(source), destination: endpointOf(destination), rows: tables * rows })
    const contenders = {
      ...(isOnPath('pgloader') && {
        pgloader: () =>
          measureShell(`pgloader --with "include drop" ${mysqlUrl(source)} ${destination.url} > /dev/null`, {}),
      }),
      [OURS]: ours,
    }
    // The schema of pgloader is called as the database.
    const emptied = [
      `DROP SCHEMA IF EXISTS ${source.database} CASCADE`,
      'DROP SCHEMA public CASCADE',
      'CREATE SCHEMA public',
    ]
    const before = () => run(destination, ...emptied, 'CHECKPOINT')
    report('many-tables mysql-pg, first', tables * rows, await race(contenders, rounds, before))
    await ours()
    report(
      'many-tables mysql-pg, again',
      tables * rows,
      await race(contenders, rounds, () => run(destination, 'CHECKPOINT')),
    )
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

/** Nothing that everybody has does this, so it is told by itself. */
async function benchPostgresToMysql({ tables, rows, rounds }: ManyTablesOptions): Promise<void> {
  const [source, destination] = await Promise.all([postgres(), mariadb()])
  try {
    await makePostgresTables(source, tables, rows)
    const ours = () =>
      measureMove({ source: endpointOf(source), destination: mysqlEndpoint(destination), rows: tables * rows })
    const total = tables * rows
    report('many-tables pg-mysql, first', total, await race({ [OURS]: ours }, rounds, () => emptied(destination)))
    report('many-tables pg-mysql, again', total, await race({ [OURS]: ours }, rounds, async () => {}))
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

const emptied = (server: RunningMariadb) =>
  runMysql(
    { ...server, database: 'mysql' },
    `DROP DATABASE ${server.database}`,
    `CREATE DATABASE ${server.database} CHARACTER SET utf8mb4`,
  )

async function benchMysql({ tables, rows, rounds }: ManyTablesOptions): Promise<void> {
  const [source, destination] = await Promise.all([mariadb(), mariadb()])
  try {
    await makeMysqlTables(source, tables, rows)
    const program = join(dirname(source.binaries.client), 'mariadb-dump')
    const hasDump = spawnSync(program, ['--version']).status === 0
    const client = (server: RunningMariadb, name: string) =>
      `${name} --no-defaults -h ${server.host} -P ${server.port} -u ${server.user} --password=${server.password}`
    const ours = () =>
      measureMove({ source: mysqlEndpoint(source), destination: mysqlEndpoint(destination), rows: tables * rows })
    const contenders = {
      ...(hasDump && {
        'mariadb-dump | mariadb': () =>
          measureShell(
            `${client(source, program)} --single-transaction --quick ${source.database} | ${client(destination, destination.binaries.client)} ${destination.database}`,
            {},
          ),
      }),
      [OURS]: ours,
    }
    const before = () => emptied(destination)
    report('many-tables mysql-mysql, first', tables * rows, await race(contenders, rounds, before))
    await ours()
    report('many-tables mysql-mysql, again', tables * rows, await race(contenders, rounds, async () => {}))
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

const LARGE = 3_000_000

/** A large table among many small ones, beside the small ones and the large one each alone: together they may take no longer than one after the other. */
async function benchOneLarge({ tables, rows, rounds }: ManyTablesOptions): Promise<void> {
  const [source, destination] = await Promise.all([postgres(), postgres()])
  try {
    const databases = { small: tables * rows, large: LARGE, together: tables * rows + LARGE }
    for (const name of Object.keys(databases)) {
      const own = { ...source, database: name, url: source.url.replace(/[^/]+$/, name) }
      await run(source, `CREATE DATABASE ${name}`)
      if (name !== 'large') await makePostgresTables(own, tables, rows)
      if (name !== 'small') await run(own, POSTGRES_TABLE('t_large', LARGE), 'VACUUM ANALYZE t_large')
    }
    const contenders = Object.entries(databases).map(([database, total]) => [
      database === 'together' ? OURS : `${database} alone`,
      () =>
        measureMove({ source: endpointOf({ ...source, database }), destination: endpointOf(destination), rows: total }),
    ])
    const before = () => run(destination, 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public', 'CHECKPOINT')
    report('many-tables one-large', databases.together, await race(Object.fromEntries(contenders), rounds, before))
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

export async function makePostgresTables(server: RunningPostgres, tables: number, rows: number): Promise<void> {
  console.log(`Making ${tables} tables of ${rows} rows …`)
  await run(server, ...names(tables).map((name) => POSTGRES_TABLE(name, rows)), 'VACUUM ANALYZE')
}

async function makeMysqlTables(server: RunningMariadb, tables: number, rows: number): Promise<void> {
  console.log(`Making ${tables} tables of ${rows} rows …`)
  await runMysql(server, ...names(tables).flatMap((name) => [MYSQL_TABLE(name), MYSQL_ROWS(name, rows)]))
}

const mysqlUrl = ({ host, port, user, password, database }: RunningMariadb) =>
  `mysql://${user}:${password}@${host}:${port}/${database}`
