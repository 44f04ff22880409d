import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type Database, endpointOf, freshDatabase, run } from '../engine/move-between.ts'
import { freshMysql, mysqlEndpoint } from '../engine/move-mysql.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { startMariadb } from '../support/mariadb/start-mariadb.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'

export interface Sides {
  readonly from: Endpoint
  readonly to: Endpoint
  /** Of the structure of the source, and of the destination. */
  readonly dumps: () => readonly [string, string]
  readonly stop: () => Promise<void>
}

/** The account of the destination, so that owners differ as they do between two companies. */
const ACCOUNT = { user: 'arrival', password: 'sw0rdfish' }

const DUMPED = ['--no-data', '--routines', '--events', '--no-tablespaces']

/** Only in the destination, where the report names them. */
const OURS = ['_millrace_fence', '_millrace_structure']

const nameIn = ([file = '']: readonly string[]) => /^use `?(\w+)/im.exec(readFileSync(file, 'utf8'))?.[1] ?? 'source'

/** The files, for a database that exists. */
const sqlOf = (files: readonly string[], without: RegExp): string =>
  files.map((file) => readFileSync(file, 'utf8').replace(without, '')).join('\n')

function command(
  name: string,
  args: readonly string[],
  { env = process.env, input = '' }: { env?: NodeJS.ProcessEnv; input?: string },
) {
  const done = spawnSync(name, args, { env, input, encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (done.status !== 0) throw new Error(`${name}: ${done.stderr || done.error?.message}`)
  return done.stdout
}

/** On the newest server that the `pg_dump` of this machine can read. */
export async function postgresSides(files: readonly string[]): Promise<Sides> {
  const dumper = Number(/\d+/.exec(command('pg_dump', ['--version'], {}))?.[0])
  const server = await startPostgres({ version: dumper < 18 ? 15 : 18 })
  await run(server, `CREATE ROLE ${ACCOUNT.user} LOGIN PASSWORD '${ACCOUNT.password}'`)
  const from = await freshDatabase(server)
  const to = { ...(await freshDatabase(server, `OWNER ${ACCOUNT.user}`)), ...ACCOUNT }
  const access = ({ host, port, database }: Database) => [
    '-h',
    host,
    '-p',
    `${port}`,
    '-U',
    server.user,
    '-d',
    database,
  ]
  const env = { ...process.env, PGPASSWORD: server.password }
  command('psql', [...access(from), '-q', '-v', 'ON_ERROR_STOP=1'], {
    env,
    input: sqlOf(files, /^(?:(?:drop|create) database|\\c) .*$/gim),
  })
  const dump = (of: Database) =>
    command('pg_dump', ['--schema-only', '--exclude-table=*._millrace_*', ...access(of)], { env })
  return { from: endpointOf(from), to: endpointOf(to), dumps: () => [dump(from), dump(to)], stop: () => server.stop() }
}

/** On MariaDB, or the MySQL that `MYSQLD` names; the clients are those beside MariaDB, or on the PATH. */
export async function mysqlSides(files: readonly string[]): Promise<Sides> {
  const server = await startMariadb()
  const { client, env } = server.binaries
  await runMysql(
    server,
    `CREATE USER ${ACCOUNT.user}@'%' IDENTIFIED BY '${ACCOUNT.password}'`,
    `GRANT ALL ON *.* TO ${ACCOUNT.user}@'%'`,
  )
  // Views may name the database of their tables.
  const from = { ...(await freshMysql(server)), database: nameIn(files) }
  await runMysql(server, `CREATE DATABASE ${from.database}`)
  const to = { ...(await freshMysql(server)), ...ACCOUNT }
  const access = ({ host, port, database }: MysqlDatabase) => [
    '-h',
    host,
    '-P',
    `${port}`,
    `-u${server.user}`,
    `-p${server.password}`,
    database,
  ]
  command(client, ['--default-character-set=utf8mb4', ...access(from)], {
    env,
    input: sqlOf(files, /^(?:(?:drop|create) (?:database|schema)|use|source) .*$/gim),
  })
  const dumper = isMysql ? `${client}dump` : `${client}-dump`
  const dump = (of: MysqlDatabase) =>
    command(dumper, [...DUMPED, ...OURS.map((table) => `--ignore-table=${of.database}.${table}`), ...access(of)], {
      env,
    })
  return {
    from: mysqlEndpoint(from),
    to: mysqlEndpoint(to),
    dumps: () => [dump(from), dump(to)],
    stop: () => server.stop(),
  }
}
