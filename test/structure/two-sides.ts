import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type Database, endpointOf, freshDatabase, run } from '../engine/move-between.ts'
import { mysqlEndpoint } from '../engine/move-mysql.ts'
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

const wordsOf = (line: string) => line.split(' ')

const DUMPED = wordsOf('--no-data --routines --events --no-tablespaces')

/** Not the transactions that the server has seen. */
const DUMPED_BY_MYSQL = [...DUMPED, '--set-gtid-purged=OFF']

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
  const access = ({ host, port, database }: Database) =>
    wordsOf(`-h ${host} -p ${port} -U ${server.user} -d ${database}`)
  const env = { ...process.env, PGPASSWORD: server.password }
  command('psql', [...access(from), ...wordsOf('-q -v ON_ERROR_STOP=1')], {
    env,
    input: sqlOf(files, /^(?:(?:drop|create) database|\\c) .*$/gim),
  })
  const dump = (of: Database) =>
    command('pg_dump', ['--schema-only', '--exclude-table=*._millrace_*', ...access(of)], { env })
  return { from: endpointOf(from), to: endpointOf(to), dumps: () => [dump(from), dump(to)], stop: () => server.stop() }
}

/** On two servers of MariaDB, or of the MySQL that `MYSQLD` names; the clients are those beside MariaDB, or on the PATH. */
export async function mysqlSides(files: readonly string[]): Promise<Sides> {
  const [source, destination] = await Promise.all([startMariadb(), startMariadb()])
  const { client, env } = source.binaries
  // Views may name the database of their tables.
  const from = { ...source, database: nameIn(files) }
  await runMysql(source, `CREATE DATABASE ${from.database}`)
  await runMysql(
    destination,
    `CREATE USER ${ACCOUNT.user}@'%' IDENTIFIED BY '${ACCOUNT.password}'`,
    `GRANT ALL ON *.* TO ${ACCOUNT.user}@'%'`,
  )
  const to = { ...destination, ...ACCOUNT }
  const access = ({ host, port, user, password, database }: MysqlDatabase) =>
    wordsOf(`-h ${host} -P ${port} -u${user} -p${password} ${database}`)
  const input = sqlOf(files, /^(?:(?:drop|create) (?:database|schema)|use|source) .*$/gim)
  command(client, ['--default-character-set=utf8mb4', ...access(from)], { env, input })
  const dump = (of: MysqlDatabase) => {
    const ignored = OURS.map((table) => `--ignore-table=${of.database}.${table}`)
    const how = isMysql ? DUMPED_BY_MYSQL : DUMPED
    return command(isMysql ? `${client}dump` : `${client}-dump`, [...how, ...ignored, ...access(of)], { env })
  }
  const stop = async () => {
    await Promise.all([source.stop(), destination.stop()])
  }
  return { from: mysqlEndpoint(from), to: mysqlEndpoint(to), dumps: () => [dump(from), dump(to)], stop }
}
