import { expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { awsCostExplorerConnector } from '../../src/engine/connectors/aws-cost-explorer/aws-cost-explorer-connector.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { KnownTarget } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { OpenedConnection } from '../../src/server/domain/connections/open-endpoint.ts'
import { planTargets } from '../../src/server/domain/flows/plan-targets.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'
import { freshSheets } from './move-sheets.ts'

let shop: Database
let warehouse: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source: shop, destination: warehouse, from, to } = ends)
})

const postgres = (database: Database): OpenedConnection => ({
  connector: postgresConnector,
  endpoint: endpointOf(database),
})
const mysql = (database: MysqlDatabase): OpenedConnection => ({
  connector: mysqlConnector,
  endpoint: mysqlEndpoint(database),
})

async function told(
  source: OpenedConnection,
  destination: OpenedConnection,
  streams: readonly StreamRequest[] = [],
  knownTargets: readonly KnownTarget[] = [],
  context = contextWith(),
) {
  const targets = await planTargets({ source, destination, streams, knownTargets }, context)
  return targets.map(
    ({ entity, target, problem }) => `${entity} → ${target}${problem ? `: ${inEnglish(problem.message)}` : ''}`,
  )
}

it('tells of everything where each table would land, from every database into every other, and writes nothing', async () => {
  await run(shop, 'CREATE TABLE orders (a int)', 'CREATE SCHEMA sales', 'CREATE TABLE sales.orders (a int)')
  await runMysql(from, 'CREATE TABLE orders (a int)')

  expect(await told(postgres(shop), postgres(warehouse))).toEqual([
    'public.orders → public.orders',
    'sales.orders → sales.orders',
  ])
  expect(await told(postgres(shop), mysql(to))).toEqual([
    `public.orders → ${to.database}.orders`,
    `sales.orders → ${to.database}.sales_orders`,
  ])
  expect(await told(mysql(from), postgres(warehouse))).toEqual([`${from.database}.orders → public.orders`])
  expect(await told(mysql(from), mysql(to))).toEqual([`${from.database}.orders → ${to.database}.orders`])
  expect(await run(warehouse, `SELECT 1 FROM pg_namespace WHERE nspname = 'sales'`)).toEqual([])
})

it('tells where tabs of a spreadsheet would land, and tables in one', async () => {
  const { google, connector, endpoint, context } = await freshSheets()
  google.put('Plans', [['a'], [1]])
  await run(shop, 'CREATE TABLE orders (a int)')
  try {
    const book = { connector, endpoint }
    expect(await told(book, postgres(warehouse), [], [], context())).toEqual(['sheets.Plans → public.Plans'])
    expect(await told(book, mysql(to), [], [], context())).toEqual([`sheets.Plans → ${to.database}.Plans`])
    expect(await told(postgres(shop), book, [], [], context())).toEqual(['public.orders → sheets.public.orders'])
  } finally {
    await google.stop()
  }
})

it('tells of chosen tables what their targets are called in full, and which two would meet', async () => {
  const streams: readonly StreamRequest[] = [
    { entity: 'public.orders', mode: 'replace', target: 'everything' },
    { entity: 'sales.orders', mode: 'replace', target: 'public.everything' },
    { entity: 'public.items', mode: 'replace', target: 'items' },
  ]
  const meet = 'public.orders and sales.orders would both be written to public.everything.'
  expect(await told(postgres(shop), postgres(warehouse), streams)).toEqual([
    `public.orders → public.everything: ${meet}`,
    `sales.orders → public.everything: ${meet}`,
    'public.items → public.items',
  ])
})

it('tells that a flow goes on where it has brought tables before', async () => {
  await runMysql(from, 'CREATE TABLE orders (a int)', 'CREATE TABLE items (a int)')
  const knownTargets = [{ entity: `${from.database}.orders`, target: `${from.database}.orders` }]
  expect(await told(mysql(from), postgres(warehouse), [], knownTargets)).toEqual([
    `${from.database}.items → ${from.database}.items`,
    `${from.database}.orders → ${from.database}.orders`,
  ])
})

it('refuses what cannot be written to', async () => {
  const endpoint = { integration: 'aws', credentials: {}, config: {} } as const
  await expect(told(postgres(shop), { connector: awsCostExplorerConnector, endpoint })).rejects.toMatchObject({
    code: 'NOT_A_DESTINATION',
  })
})
