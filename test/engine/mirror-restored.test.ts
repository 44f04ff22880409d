import { beforeEach, describe, expect, it } from 'vitest'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let postgres: { readonly source: Database; readonly destination: Database }
let mariadb: { readonly from: MysqlDatabase; readonly to: MysqlDatabase }

givenBothSystems(
  ({ source, destination, from, to }) => {
    postgres = { source, destination }
    mariadb = { from, to }
  },
  { mariadb: { settings: ROW_LOG }, settings: LOGICAL },
)

const OWN = ['_millrace_fence', '_millrace_mirror', '_millrace_changes']
const TABLES = ['t', 'k', ...OWN]

/** A destination with the rows and the notes that it had when they were saved, as after a restore. */
const ends = (kind: 'postgres' | 'mysql') => {
  const sql =
    kind === 'postgres'
      ? (...all: string[]) => run(postgres.destination, ...all)
      : (...all: string[]) => runMysql(mariadb.to, ...all)
  return {
    destination: kind === 'postgres' ? { postgres: postgres.destination } : mariadb.to,
    sql,
    save: async () => {
      for (const table of TABLES) await sql(`CREATE TABLE saved_${table} AS SELECT * FROM ${table}`)
    },
    restore: async () => {
      for (const table of TABLES) await sql(`DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM saved_${table}`)
    },
  }
}

const SUMS = `SELECT (SELECT count(*) FROM t) AS n, (SELECT sum(id * n) FROM t) AS t, (SELECT count(*) FROM k) AS c, (SELECT sum(n * n) FROM k) AS k`

beforeEach(async () => {
  await run(
    postgres.source,
    'CREATE TABLE t (id int PRIMARY KEY, n int)',
    'INSERT INTO t SELECT n, n FROM generate_series(1, 1000) n',
    'CREATE TABLE k (n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
    'INSERT INTO k SELECT n % 5 FROM generate_series(1, 20) n',
  )
  await runMysql(
    mariadb.from,
    'CREATE TABLE t (id int PRIMARY KEY, n int)',
    `INSERT INTO t SELECT seq, seq FROM ${numbers(1000)}`,
    'CREATE TABLE k (n int)',
    `INSERT INTO k SELECT seq % 5 FROM ${numbers(20)}`,
  )
})

const CHANGES = [
  'UPDATE t SET n = n + 1 WHERE id < 6',
  'DELETE FROM t WHERE id = 10',
  'INSERT INTO t VALUES (2000, 1)',
  'INSERT INTO k VALUES (9), (9)',
]

it('a destination gets from a server that has taken the place of its source what it lacks, and loses what that server lacks', async () => {
  const { source, destination } = postgres
  const other = await startPostgres({ settings: LOGICAL })
  const rows = async (from: Database) => ({
    t: await run(from, 'SELECT * FROM t ORDER BY id'),
    k: await run(from, 'SELECT * FROM k ORDER BY n'),
  })
  const tables = { 'public.t': 't', 'public.k': 'k' }
  const into = { postgres: destination }
  const first = await startMirrorIntoMysql(endpointOf(source), into, tables)
  await first.caughtUp()
  const before = await rows(source)
  await run(source, ...CHANGES)
  await first.caughtUp()
  await first.stop()
  // What a standby had before its primary was lost, with rows of its own since.
  await run(other, `CREATE DATABASE ${source.database}`)
  const promoted = { ...other, database: source.database }
  const valuesOf = (all: readonly Record<string, string | null>[]) =>
    all.map((row) => `(${Object.values(row).join(', ')})`).join(', ')
  await run(
    promoted,
    'CREATE TABLE t (id int PRIMARY KEY, n int)',
    `INSERT INTO t VALUES ${valuesOf(before.t)}`,
    'CREATE TABLE k (n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
    `INSERT INTO k VALUES ${valuesOf(before.k)}`,
    'UPDATE t SET n = -1 WHERE id = 77',
  )
  const second = await startMirrorIntoMysql(endpointOf(promoted), into, tables, { due: () => [] })
  await second.caughtUp()
  await run(promoted, 'INSERT INTO t VALUES (3000, 3)')
  await expect.poll(() => rows(destination), { timeout: 30_000 }).toEqual(await rows(promoted))
  expect(second.gaps).toEqual(['LOG_GAP'])
  await second.stop()
  await other.stop()
})

describe.each(['postgres', 'mysql'] as const)('a destination that is restored from a backup (%s)', (kind) => {
  it('gets from MariaDB what has come since, once, because the source still has its log', async () => {
    const { destination, sql, save, restore } = ends(kind)
    const tables = { [`${mariadb.from.database}.t`]: 't', [`${mariadb.from.database}.k`]: 'k' }
    const source = mysqlEndpoint(mariadb.from)
    const first = await startMirrorIntoMysql(source, destination, tables)
    await first.caughtUp()
    await first.stop()
    await save()
    const second = await startMirrorIntoMysql(source, destination, tables)
    await runMysql(mariadb.from, ...CHANGES)
    await second.caughtUp()
    await second.stop()
    await restore()
    const third = await startMirrorIntoMysql(source, destination, tables)
    await runMysql(mariadb.from, 'UPDATE t SET n = 0 WHERE id = 500')
    await third.caughtUp()
    expect(await sql(SUMS)).toEqual(await runMysql(mariadb.from, SUMS))
    expect([third.divergent, third.gaps, [...third.paused]]).toEqual([0, [], []])
    await third.stop()
  })

  it('gets from Postgres only what differs, because the source has forgotten its log', async () => {
    const { destination, sql, save, restore } = ends(kind)
    const tables = { 'public.t': 't', 'public.k': 'k' }
    const source = endpointOf(postgres.source)
    const first = await startMirrorIntoMysql(source, destination, tables)
    await first.caughtUp()
    await first.stop()
    await save()
    const second = await startMirrorIntoMysql(source, destination, tables)
    await run(postgres.source, ...CHANGES)
    await second.caughtUp()
    await second.stop()
    await restore()
    const third = await startMirrorIntoMysql(source, destination, tables, { due: () => [] })
    await run(postgres.source, 'UPDATE t SET n = 0 WHERE id = 500')
    await expect.poll(() => sql(SUMS), { timeout: 30_000 }).toEqual(await run(postgres.source, SUMS))
    expect(third.gaps).toEqual(['LOG_GAP'])
    expect([...third.paused]).toEqual([])
    await third.stop()
  })
})
