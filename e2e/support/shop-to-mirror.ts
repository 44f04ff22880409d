import type { RunningPostgres } from '../../test/support/postgres/start-postgres.ts'
import { run } from '../../test/support/run-sql.ts'
import type { Call } from './make-account.ts'

/** A server whose log has rows. */
export const LOGICAL = { wal_level: 'logical', max_wal_senders: '10', max_replication_slots: '10' }

export const urlOf = (server: RunningPostgres, database: string): string =>
  server.url.replace(/\/[^/]*$/, `/${database}`)

/** A shop of three tables, one of them without a key, an empty warehouse, and a flow between them. */
export async function makeShopToMirror(call: Call, server: RunningPostgres, mode: 'replace' | 'mirror') {
  const { host, port, user, password } = server
  for (const name of ['shop', 'warehouse']) await run(server.url, `create database ${name}`)
  await run(
    urlOf(server, 'shop'),
    `create table orders (id int primary key, note text); create table items (id int primary key, note text); create table visits (page text);
     insert into orders select n, 'note ' || n from generate_series(1, 500) n; insert into items values (1, 'one')`,
  )
  const connect = async (dbname: string, capability: string): Promise<string> => {
    const credentials = { host, port, user, password, dbname, sslmode: 'disable' }
    const made = await call('POST', '/integrations', { name: dbname, type: 'postgres', credentials })
    const connection = { name: dbname, type: 'postgres', capability, integration_id: made.id, config: {} }
    return (await call('POST', '/connections', connection)).id
  }
  const streams = ['orders', 'items', 'visits'].map((name) => ({ entity: `public.${name}`, mode }))
  const source = await connect('shop', 'source')
  const destination = await connect('warehouse', 'destination')
  const ends = { source_connection: { id: source }, destination_connection: { id: destination } }
  const flow = await call('POST', '/flows', { name: 'Shop', ...ends, config: { streams } })
  return { flow: flow.id as string, shop: urlOf(server, 'shop'), warehouse: urlOf(server, 'warehouse') }
}
