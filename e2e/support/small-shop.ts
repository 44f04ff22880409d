import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type RunningPostgres, startPostgres } from '../../test/support/postgres/start-postgres.ts'
import { run } from '../../test/support/run-sql.ts'
import type { Call } from './make-account.ts'

const SAMPLE_SHOP = join(import.meta.dirname, '../../src/server/sample-data/shop.sql')

/** The shop of the sample data with a thousandth of its customers, orders and events, in a Postgres for all journeys. */
export async function startSmallShop(): Promise<RunningPostgres> {
  const postgres = await startPostgres()
  const sql = (await readFile(SAMPLE_SHOP, 'utf8')).replaceAll(/\b(12|45|55)000\b/g, '$1')
  await run(postgres.url, `begin; ${sql}; commit; analyze`)
  const { host, port, user, password, database } = postgres
  process.env['MILLRACE_SMALL_SHOP'] = JSON.stringify({ host, port, user, password, dbname: database })
  return postgres
}

/** The ids of a flow and of the connection that it reads, and the address of the database that it writes. */
export interface SmallFlow {
  readonly flow: string
  readonly source: string
  readonly warehouse: string
}

/** A flow from the small shop into an empty warehouse of its own, with the names that the sample data have. */
export async function makeSmallFlow(call: Call): Promise<SmallFlow> {
  const shop: SmallShop = JSON.parse(process.env['MILLRACE_SMALL_SHOP'] ?? '')
  const { host, port, user, password, dbname } = shop
  const warehouse = `warehouse_${randomUUID().slice(0, 8)}`
  const server = `postgres://${user}:${password}@${host}:${port}`
  await run(`${server}/${dbname}`, `create database ${warehouse} template template0`)
  const source = await makeEnd(call, { name: 'Sample shop', capability: 'source', place: shop })
  const destination = await makeEnd(call, {
    name: 'Sample warehouse',
    capability: 'destination',
    place: { ...shop, dbname: warehouse },
  })
  const ends = { source_connection: { id: source }, destination_connection: { id: destination } }
  const { id: flow } = await call('POST', '/flows', { name: 'Shop to warehouse', ...ends })
  return { flow, source, warehouse: `${server}/${warehouse}` }
}

interface SmallShop {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly dbname: string
}

interface End {
  readonly name: string
  readonly capability: 'source' | 'destination'
  readonly place: SmallShop
}

async function makeEnd(call: Call, { name, capability, place }: End): Promise<string> {
  const credentials = { ...place, sslmode: 'disable' }
  const { id } = await call('POST', '/integrations', { name, type: 'postgres', credentials })
  const connection = { name, type: 'postgres', capability, integration_id: id, config: {} }
  return (await call('POST', '/connections', connection)).id
}
