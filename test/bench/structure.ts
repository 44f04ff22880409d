import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { type Measurement, measureShell } from './measure.ts'
import { isOnPath, mysqlEndpoint } from './mysql.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { createStructure, rowsOfAll, STRUCTURED } from './structure-tables.ts'
import { type BenchOptions, endpointOf, run } from './two-postgres.ts'

export interface StructureOptions extends Pick<BenchOptions, 'rows' | 'rounds'> {
  /** `pg-pg` or `mysql-pg`. Absent: both. */
  readonly only?: string
}

/** A whole database with indexes, constraints, foreign keys and a view, beside the tools that everybody has. */
export async function benchStructure(options: StructureOptions): Promise<void> {
  if (options.only !== 'mysql-pg') await betweenPostgres(options)
  if (options.only !== 'pg-pg') await fromMysql(options)
}

/** A version that the client of this machine can dump, with the durable defaults. */
const postgres = () => startPostgres({ version: 15, durable: true, settings: { max_wal_size: '4GB' } })

async function betweenPostgres({ rows, rounds }: StructureOptions): Promise<void> {
  const [source, destination] = await Promise.all([postgres(), postgres()])
  const folder = mkdtempSync(join(tmpdir(), 'millrace-dump-'))
  try {
    console.log(`Making ${rowsOfAll(rows).toLocaleString('en')} rows …`)
    const numbers = (count: number) => `generate_series(1, ${count}) n`
    await run(source, ...createStructure(rows, numbers), 'VACUUM (ANALYZE, FREEZE)', 'CHECKPOINT')
    const contenders = {
      ...(spawnSync('pg_dump', ['--version']).status === 0 && {
        'pg_dump -j 2 | pg_restore -j 2': () => dumpAndRestore(source, destination, join(folder, 'dump')),
      }),
      [OURS]: () =>
        measureMove({
          source: endpointOf(source),
          destination: endpointOf(destination),
          rows: rowsOfAll(rows),
          structure: true,
        }),
    }
    const results = await race(contenders, rounds, () => emptied(destination))
    await expectStructure(destination)
    report('structure pg-pg', rowsOfAll(rows), results)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await Promise.all([source.stop(), destination.stop()])
  }
}

/** A dump in several processes goes through a folder. */
async function dumpAndRestore(
  source: RunningPostgres,
  destination: RunningPostgres,
  folder: string,
): Promise<Measurement> {
  const access = ({ host, port, user, database }: RunningPostgres) => `-h ${host} -p ${port} -U ${user} -d ${database}`
  const dump = `rm -rf ${folder} && pg_dump ${access(source)} -n public -Fd -j 2 -Z 0 -f ${folder}`
  // The schema exists already, which is the one error that is told.
  const restore = `(pg_restore ${access(destination)} -n public -j 2 ${folder} || true)`
  return measureShell(`${dump} && ${restore}`, { PGPASSWORD: source.password })
}

async function fromMysql({ rows, rounds }: StructureOptions): Promise<void> {
  const [source, destination] = await Promise.all([startMariadb({ durable: true }), postgres()])
  try {
    console.log(`Making ${rowsOfAll(rows).toLocaleString('en')} rows …`)
    const numbers = (count: number) => `(SELECT CAST(seq AS SIGNED) AS n FROM seq_1_to_${count}) numbers`
    await runMysql(source, ...createStructure(rows, numbers))
    const contenders = {
      ...(isOnPath('pgloader')
        ? { pgloader: () => pgloader(source, destination) }
        : { mysqldump: () => dumpOnly(source) }),
      [OURS]: () =>
        measureMove({
          source: mysqlEndpoint(source),
          destination: endpointOf(destination),
          rows: rowsOfAll(rows),
          structure: true,
        }),
    }
    const results = await race(contenders, rounds, () => emptied(destination))
    await expectStructure(destination)
    report('structure mysql-pg', rowsOfAll(rows), results)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}

/** It takes the name of MySQL's database for a schema. */
const pgloader = ({ user, password, host, port, database, binaries }: RunningMariadb, destination: RunningPostgres) =>
  measureShell(
    `file=$(mktemp --suffix=.load) && printf '%s' "LOAD DATABASE FROM mysql://${user}:${password}@${host}:${port}/${database} INTO ${destination.url} WITH include drop, create tables, create indexes, foreign keys, prefetch rows = 10000 ALTER SCHEMA '${database}' RENAME TO 'public';" > "$file" && pgloader "$file" && rm "$file"`,
    binaries.env,
  )

/** Without pgloader: how long the source alone takes to tell everything. */
const dumpOnly = ({ user, password, host, port, database, binaries }: RunningMariadb) =>
  measureShell(
    `${join(dirname(binaries.client), 'mariadb-dump')} -h ${host} -P ${port} -u ${user} -p${password} --single-transaction --quick ${database} > /dev/null`,
    binaries.env,
  )

const emptied = (destination: RunningPostgres) =>
  run(destination, 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public', 'CHECKPOINT')

/** The last contender has brought all foreign keys and the other indexes. */
async function expectStructure(destination: RunningPostgres): Promise<void> {
  const found = await run(
    destination,
    `SELECT (SELECT count(*)::int FROM pg_constraint WHERE contype = 'f' AND convalidated) AS keys,
       (SELECT count(*)::int FROM pg_indexes WHERE tablename IN (${STRUCTURED.map((name) => `'${name}'`).join(', ')})) AS indexes`,
  )
  if (JSON.stringify(found) !== JSON.stringify([{ keys: 3, indexes: 13 }]))
    throw new Error(`the target has ${JSON.stringify(found)}`)
}
