import { run } from '../engine/move-between.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type AddedFlow, addFlow, type End, mysqlEnd, postgresEnd } from './add-flow.ts'
import type { FlowKind } from './flow-kind.ts'
import { mysqlShop, mysqlTarget } from './mysql-places.ts'
import { ORDERS_ARRIVED, orderText, postgresShop, postgresTarget } from './postgres-places.ts'
import type { Servers } from './servers.ts'

type MakeKind = (servers: Servers) => Promise<Omit<FlowKind, 'name'>>

const OLD = [
  [1, 'old 1'],
  [99, 'old 99'],
] as const
const BEFORE = OLD.map(([id, note]) => orderText(id, note))
const UPSERTED = [...ORDERS_ARRIVED, ...BEFORE.slice(1)]
/** In bytes, of each order: then they fill several ranges. */
const LONG = 3_000
const UPSERT = { mode: 'upsert', key: ['id'] }

/** Where orders come from, and what they are called there. */
interface Origin {
  readonly end: End
  readonly entity: string
}

/** Where they go, and who looks at them there. */
interface Place extends Pick<FlowKind, 'restore' | 'rows' | 'leftovers' | 'stop'> {
  readonly end: End
  readonly target: string
}

/** @param filler see `postgresShop` */
const fromPostgres = async (servers: Servers, filler?: number): Promise<Origin> => {
  const shop = await postgresShop(servers, filler)
  const { links, api } = servers
  return { end: postgresEnd(links.postgresSource, api.postgres, shop.database), entity: 'public.orders' }
}

const fromMysql = async (servers: Servers): Promise<Origin> => {
  const shop = await mysqlShop(servers)
  const { links, mariadb } = servers
  return { end: mysqlEnd(links.mysqlSource, mariadb, shop.database), entity: `${shop.database}.orders` }
}

const toPostgres = async (
  servers: Servers,
  ...beside: readonly string[]
): Promise<Place & { readonly drop: () => Promise<void> }> => {
  const columns = 'id int PRIMARY KEY, note text'
  const { database, ...looks } = await postgresTarget(servers, { old: { columns, rows: OLD }, beside })
  const { links, api } = servers
  const end = postgresEnd(links.postgresDestination, api.postgres, database.database)
  const drop = async () => void (await run(database, 'DROP TABLE orders'))
  return { ...looks, end, drop, target: 'public.orders' }
}

const toMysql = async (
  servers: Servers,
  ...beside: readonly string[]
): Promise<Place & { readonly drop: () => Promise<void> }> => {
  const { database, ...looks } = await mysqlTarget(servers, OLD, beside)
  const { links, mariadb } = servers
  const end = mysqlEnd(links.mysqlDestination, mariadb, database.database)
  const drop = async () => void (await runMysql(database, 'DROP TABLE orders'))
  return { ...looks, end, drop, target: `${database.database}.orders` }
}

interface Moved {
  readonly stream?: object
  readonly config?: object
  readonly after?: readonly string[]
}

async function between(
  servers: Servers,
  { end: source, entity }: Origin,
  { end, target, ...looks }: Place,
  { stream = {}, config = {}, after = ORDERS_ARRIVED }: Moved = {},
): Promise<Omit<FlowKind, 'name'>> {
  const streams = [{ entity, target, columns: ['id', 'note'], ...stream }]
  const flow: AddedFlow = await addFlow(servers, source, end, { streams, ...config })
  return { ...flow, ...looks, signIn: 'google', before: BEFORE, after, arrival: 'at once' }
}

/** Other rows refer to an order that stays. */
const REFERRED = [
  'CREATE TABLE IF NOT EXISTS lines (order_id int)',
  'TRUNCATE lines',
  'INSERT INTO lines VALUES (1)',
  'ALTER TABLE lines ADD FOREIGN KEY (order_id) REFERENCES orders',
]

/** The ways to write a table that are chosen by its mode, and by what hangs on it. */
export const MODE_KINDS: Readonly<Record<string, MakeKind>> = {
  refill: async (servers) =>
    between(
      servers,
      await fromPostgres(servers),
      await toPostgres(servers, 'CREATE VIEW seen AS SELECT * FROM orders'),
    ),

  'refill-referred': async (servers) =>
    between(servers, await fromPostgres(servers), await toPostgres(servers, ...REFERRED)),

  // Ranges wait beside the table until all of them are there.
  'upsert-ranges': async (servers) =>
    between(servers, await fromPostgres(servers, LONG), await toPostgres(servers), { stream: UPSERT, after: UPSERTED }),

  // The first load goes range by range into a table that the run makes.
  'cursor-ranges': async (servers) => {
    const stream = { mode: 'append', cursor: 'id' }
    const made = await toPostgres(servers)
    const place = { ...made, restore: () => made.restore().then(made.drop) }
    return { ...(await between(servers, await fromPostgres(servers, LONG), place, { stream })), before: [] }
  },

  'mysql-pg-upsert': async (servers) =>
    between(servers, await fromMysql(servers), await toPostgres(servers), { stream: UPSERT, after: UPSERTED }),

  'pg-mysql-upsert': async (servers) =>
    between(servers, await fromPostgres(servers, LONG), await toMysql(servers), { stream: UPSERT, after: UPSERTED }),

  'pg-mysql-cursor-ranges': async (servers) => {
    const stream = { mode: 'append', cursor: 'id' }
    const made = await toMysql(servers)
    const place = { ...made, restore: () => made.restore().then(made.drop) }
    return { ...(await between(servers, await fromPostgres(servers, LONG), place, { stream })), before: [] }
  },

  'mysql-mysql': async (servers) => between(servers, await fromMysql(servers), await toMysql(servers)),

  'mysql-mysql-upsert': async (servers) =>
    between(servers, await fromMysql(servers), await toMysql(servers), { stream: UPSERT, after: UPSERTED }),

  // A trigger does not come along with a table that is exchanged.
  'mysql-mysql-refill': async (servers) => {
    const trigger = 'CREATE TRIGGER counted BEFORE INSERT ON orders FOR EACH ROW SET @counted = 1'
    return between(servers, await fromMysql(servers), await toMysql(servers, trigger))
  },
}
