import { expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

async function identityOf(connector: Connector, endpoint: Endpoint) {
  const opened = await connector.openDestination?.(endpoint, contextWith())
  const lasting = await opened?.lastingIdentity?.()
  await opened?.close()
  return lasting
}

it('a database of Postgres is the same for another account and by another name of its server', async () => {
  const user = `other_${destination.database}`
  await run(destination, `CREATE ROLE ${user} LOGIN PASSWORD 'x'`)
  const one = await identityOf(postgresConnector, endpointOf(destination))
  expect(one).toMatch(/^postgres\/\d{10,}\/\d+$/)
  const other = endpointOf({ ...destination, host: 'localhost', user, password: 'x' })
  expect(await identityOf(postgresConnector, other)).toBe(one)
  expect(await identityOf(postgresConnector, endpointOf(source))).not.toBe(one)
})

it('an account that may not read the number of the server of Postgres knows it by its start', async () => {
  const user = `barred_${destination.database}`
  await run(
    destination,
    `CREATE ROLE ${user} LOGIN PASSWORD 'x'`,
    'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC',
  )
  const barred = endpointOf({ ...destination, user, password: 'x' })
  expect(await identityOf(postgresConnector, barred)).toContain(destination.database)
})

it('a server of MySQL is the same for another account, another name and another database', async () => {
  const user = `o${to.database}`.slice(0, 32)
  await runMysql(to, `CREATE USER '${user}'@'%' IDENTIFIED BY 'x'`, `GRANT ALL ON ${from.database}.* TO '${user}'@'%'`)
  const one = await identityOf(mysqlConnector, mysqlEndpoint(to))
  expect(one).toMatch(/^mysql\/.{8,}/)
  const other = mysqlEndpoint({ ...from, host: 'localhost', user, password: 'x' })
  expect(await identityOf(mysqlConnector, other)).toBe(one)
})
