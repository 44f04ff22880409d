import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { givenMysql } from './given-mysql.ts'
import { type Attempt, type Database, endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase
let postgres: RunningPostgres

givenMysql((ends) => {
  from = ends.from
  to = ends.to
})

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const tablesOf = async (database: MysqlDatabase) =>
  (
    await runMysql(
      database,
      `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${database.database}' ORDER BY TABLE_NAME`,
    )
  ).flatMap(({ name }) => (name === '_millrace_fence' ? [] : [name]))

const EVERYTHING: readonly StreamRequest[] = []

async function moved(
  source: Endpoint,
  destination: Endpoint,
  streams: readonly StreamRequest[],
  attempt: Attempt = {},
) {
  const { streams: found } = await moveAcross(source, destination, streams, attempt)
  return found.map(({ status, target }) => ({ status, target }))
}

it('moves everything of a MySQL database into the database of the destination, on the same server too', async () => {
  await runMysql(from, 'CREATE TABLE orders (id int PRIMARY KEY)', 'INSERT INTO orders VALUES (1), (2)')
  const found = await moved(mysqlEndpoint(from), mysqlEndpoint(to), EVERYTHING)
  expect(found).toEqual([{ status: 'succeeded', target: `${to.database}.orders` }])
  expect(await runMysql(to, 'SELECT count(*) AS n FROM orders')).toEqual([{ n: '2' }])
})

it('never touches a database of the destination that is called as the one of the source', async () => {
  await runMysql(from, 'CREATE TABLE orders (id int PRIMARY KEY)', 'INSERT INTO orders VALUES (1)')
  const streams: readonly StreamRequest[] = [{ entity: `${from.database}.orders`, mode: 'append' }]
  await moved(mysqlEndpoint(from), mysqlEndpoint(to), streams)
  expect(await runMysql(from, 'SELECT count(*) AS n FROM orders')).toEqual([{ n: '1' }])
  expect(await tablesOf(from)).toEqual(['orders'])
  expect(await tablesOf(to)).toEqual(['orders'])
})

it('brings the schemas of Postgres into the one database of the destination', async () => {
  const shop = await freshDatabase(postgres)
  await run(
    shop,
    'CREATE TABLE orders (id int PRIMARY KEY)',
    'CREATE SCHEMA sales',
    'CREATE TABLE sales.orders (id int PRIMARY KEY)',
  )
  const found = await moved(endpointOf(shop), mysqlEndpoint(to), EVERYTHING)
  expect(found).toEqual([
    { status: 'succeeded', target: `${to.database}.orders` },
    { status: 'succeeded', target: `${to.database}.sales_orders` },
  ])
  expect(await tablesOf(to)).toEqual(['orders', 'sales_orders'])
})

describe('from MySQL into Postgres', () => {
  let warehouse: Database
  beforeEach(async () => {
    warehouse = await freshDatabase(postgres)
    await runMysql(from, 'CREATE TABLE `or.ders` (id int PRIMARY KEY)', 'CREATE TABLE items (id int PRIMARY KEY)')
  })

  const schemas = `SELECT DISTINCT table_schema FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`

  it('brings the own database of the source into the default schema, never into a schema that is called as it', async () => {
    await run(warehouse, `CREATE SCHEMA ${from.database}`, `CREATE TABLE ${from.database}.items (kept int)`)
    const found = await moved(mysqlEndpoint(from), endpointOf(warehouse), EVERYTHING)
    expect(found).toEqual([
      { status: 'succeeded', target: 'public.items' },
      { status: 'succeeded', target: 'public."or.ders"' },
    ])
    expect(
      await run(
        warehouse,
        `SELECT column_name FROM information_schema.columns WHERE table_schema = '${from.database}'`,
      ),
    ).toEqual([{ column_name: 'kept' }])
  })

  it('brings another database of the server into the schema of its name', async () => {
    const other = await freshMysql(from)
    await runMysql(other, 'CREATE TABLE items (id int PRIMARY KEY)')
    const streams = [from, other].map(
      ({ database }): StreamRequest => ({ entity: `${database}.items`, mode: 'replace' }),
    )
    expect(await moved(mysqlEndpoint(from), endpointOf(warehouse), streams)).toEqual([
      { status: 'succeeded', target: 'public.items' },
      { status: 'succeeded', target: `${other.database}.items` },
    ])
  })

  it('goes on where an earlier run of the flow has brought tables, with those that come later too', async () => {
    const knownTargets = [{ entity: `${from.database}.items`, target: `${from.database}.items` }]
    const found = await moved(mysqlEndpoint(from), endpointOf(warehouse), EVERYTHING, { knownTargets })
    expect(found).toEqual([
      { status: 'succeeded', target: `${from.database}.items` },
      { status: 'succeeded', target: `${from.database}."or.ders"` },
    ])
    expect(await run(warehouse, schemas)).toEqual([{ table_schema: from.database }])
  })

  it('takes a target that somebody has written for no sign of that', async () => {
    const items: StreamRequest = { entity: `${from.database}.items`, mode: 'replace', target: `${from.database}.items` }
    const knownTargets = [{ entity: items.entity, target: `${from.database}.items` }]
    const streams: readonly StreamRequest[] = [items, { entity: `${from.database}."or.ders"`, mode: 'replace' }]
    const found = await moved(mysqlEndpoint(from), endpointOf(warehouse), streams, { knownTargets })
    expect(found.map(({ target }) => target)).toEqual([`${from.database}.items`, 'public."or.ders"'])
  })

  it('refuses two tables that would come to stand in one place before either is written, and names both', async () => {
    const streams: readonly StreamRequest[] = [
      { entity: `${from.database}.items`, mode: 'replace' },
      { entity: `${from.database}."or.ders"`, mode: 'replace', target: 'items' },
    ]
    const { streams: found } = await moveAcross(mysqlEndpoint(from), endpointOf(warehouse), streams)
    const problem = {
      code: 'TARGET_CONFLICT',
      message: says(`${from.database}.items and ${from.database}."or.ders" would both be written to public.items.`),
      hint: says('Give each stream a target of its own.'),
    }
    expect(found.map(({ error }) => error)).toMatchObject([problem, problem])
    expect(await run(warehouse, schemas)).toEqual([])
  })
})

it('stays in the database of a MySQL connection, whatever an earlier run has done', async () => {
  await runMysql(from, 'CREATE TABLE orders (id int PRIMARY KEY)')
  const knownTargets = [{ entity: `${from.database}.orders`, target: `${from.database}.orders` }]
  expect(await moved(mysqlEndpoint(from), mysqlEndpoint(to), EVERYTHING, { knownTargets })).toEqual([
    { status: 'succeeded', target: `${to.database}.orders` },
  ])
})
