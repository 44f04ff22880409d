import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { givenMysql } from './given-mysql.ts'
import { type Database, endpointOf, freshDatabase, problems, replace, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'
import { makeTables, moveShared, ROWS, TABLES } from './move-shared.ts'

let postgres: RunningPostgres
let source: Database
let to: MysqlDatabase

givenMysql((ends) => {
  ;({ to } = ends)
})
beforeAll(async () => {
  postgres = await startPostgres()
})
beforeEach(async () => {
  source = await freshDatabase(postgres)
  await makeTables(source)
})
afterAll(() => postgres.stop())

const moveTables = (request: Partial<Parameters<typeof moveShared>[0]> = {}) =>
  moveShared({
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector: mysqlConnector, endpoint: mysqlEndpoint(to) },
    streams: TABLES.map((table) => replace(`public.${table}`, table)),
    ...request,
  })

async function expectAllRows(): Promise<void> {
  for (const table of TABLES)
    expect(await runMysql(to, `SELECT COUNT(*) AS n, COUNT(DISTINCT v) AS d FROM ${table}`)).toEqual([
      { n: String(ROWS), d: String(ROWS) },
    ])
  const left = `SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME REGEXP '^_millrace_(staging|retired|ranges|ledger)'`
  expect(await runMysql(to, left)).toEqual([])
}

describe('A run into MySQL', () => {
  it('has the streams of another worker, and the structure of their tables', async () => {
    for (const table of TABLES) await run(source, `CREATE INDEX ${table}_v ON ${table} (v)`)
    const { result, given, error } = await moveTables({ copiesStructure: true })
    expect([error, given.length > 0]).toEqual([undefined, true])
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    await expectAllRows()
    const indexes = `SELECT COUNT(*) AS n FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND INDEX_NAME LIKE '__v'`
    expect(await runMysql(to, indexes)).toEqual([{ n: String(TABLES.length) }])
  })

  it('moves what was taken back itself, and refuses the worker that comes too late', async () => {
    const arrived = `SELECT COUNT(*) AS n FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME REGEXP '^[a-h]$'`
    const { result, log, reported } = await moveTables({
      isTakenBack: true,
      onGiven: () =>
        expect.poll(() => runMysql(to, arrived), { timeout: 60_000 }).toEqual([{ n: String(TABLES.length) }]),
    })
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    expect(reported).toEqual([])
    expect(log).not.toContain('b0b')
    await expectAllRows()
  })
})
