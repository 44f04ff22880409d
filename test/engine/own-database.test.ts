import { expect, it } from 'vitest'

import type { Endpoint } from '../../src/server/connectors/connector.ts'
import type { StreamRequest } from '../../src/server/engine/move.ts'
import type { MysqlDatabase } from '../support/mariadb/run-mysql.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { givenMysql } from './given-mysql.ts'
import { endpointOf, freshDatabase, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase

givenMysql((ends) => {
  from = ends.from
  to = ends.to
})

const tablesOf = async (database: MysqlDatabase) =>
  (
    await runMysql(
      database,
      `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${database.database}' ORDER BY TABLE_NAME`,
    )
  ).flatMap(({ name }) => (name === '_millrace_fence' ? [] : [name]))

const EVERYTHING: readonly StreamRequest[] = []

async function moved(source: Endpoint, destination: Endpoint, streams: readonly StreamRequest[]) {
  const { streams: found } = await moveAcross(source, destination, streams)
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
  const server = await startPostgres()
  try {
    const shop = await freshDatabase(server)
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
  } finally {
    await server.stop()
  }
})
