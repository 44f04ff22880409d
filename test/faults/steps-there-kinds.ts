import { run } from '../engine/move-between.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { addFlow, type End, mysqlEnd, postgresEnd } from './add-flow.ts'
import type { FlowKind } from './flow-kind.ts'
import { mysqlShop } from './mysql-places.ts'
import { ORDERS_ARRIVED, orderText, postgresShop, postgresTarget } from './postgres-places.ts'
import type { Servers } from './servers.ts'

type MakeKind = (servers: Servers) => Promise<Omit<FlowKind, 'name'>>

const OLD = [
  [1, 'old 1'],
  [99, 'old 99'],
] as const

/** Three lines of each order, of which the last has its note. */
const LINES = [
  'CREATE TABLE order_lines (line int PRIMARY KEY, id int, note varchar(50))',
  `INSERT INTO order_lines SELECT id * 10 + n, id, CONCAT(CASE n WHEN 3 THEN 'new ' ELSE 'a ' END, id)
     FROM orders CROSS JOIN (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) numbers`,
]

const thereStep = (type: string, settings: object) => ({
  id: type,
  type,
  settings: { ...settings, runs_in: 'destination' },
})

/** Where the rows come from, and how their steps make orders of them. */
interface Derived {
  readonly source: End
  readonly entity: string
  readonly columns: readonly string[]
  readonly steps: readonly object[]
  /** Statements that hang something on the target. */
  readonly beside?: readonly string[]
}

/** Into a table of Postgres that is there, which runs the steps. */
async function derived(
  servers: Servers,
  { source, entity, columns, steps, beside = [] }: Derived,
): Promise<Omit<FlowKind, 'name'>> {
  const { links, api } = servers
  const old = { columns: 'id int PRIMARY KEY, note text', rows: OLD }
  const { database, ...looks } = await postgresTarget(servers, { old, beside })
  const flow = await addFlow(servers, source, postgresEnd(links.postgresDestination, api.postgres, database.database), {
    streams: [{ entity, target: 'public.orders', columns }],
    transformations: steps,
  })
  const before = OLD.map(([id, note]) => orderText(id, note))
  return { ...flow, ...looks, signIn: 'google', before, after: ORDERS_ARRIVED, arrival: 'at once' }
}

async function postgresLines(servers: Servers): Promise<End> {
  const shop = await postgresShop(servers)
  await run(shop, ...LINES)
  return postgresEnd(servers.links.postgresSource, servers.api.postgres, shop.database)
}

const WITH_NOTE = ['id', 'note']
const JOIN = { on: [{ column: 'id', other: 'id' }], columns: ['note'], rows: 'all' }

/** Each order with the last of its notes. @param stream the table that has them */
export const joinedThere = (stream: string): readonly object[] => [
  thereStep('join', { ...JOIN, stream }),
  thereStep('aggregate', { by: ['id'], measures: [{ name: 'note', function: 'max', column: 'note' }] }),
]

/** The destination runs the steps that combine rows, over rows that wait there as they arrived. */
export const STEPS_THERE_KINDS: Readonly<Record<string, MakeKind>> = {
  'aggregate-there': async (servers) =>
    derived(servers, {
      source: await postgresLines(servers),
      entity: 'public.order_lines',
      columns: WITH_NOTE,
      steps: [thereStep('aggregate', { by: ['id'], measures: [{ name: 'note', function: 'max', column: 'note' }] })],
    }),

  // The rows wait in temporary tables, because others look at the target.
  'deduplicate-there': async (servers) =>
    derived(servers, {
      source: await postgresLines(servers),
      entity: 'public.order_lines',
      columns: ['line', 'id', 'note'],
      steps: [
        thereStep('deduplicate', { by: ['id'], keep: [{ column: 'line', direction: 'descending' }] }),
        { id: 'select', type: 'select', settings: { columns: WITH_NOTE } },
      ],
      beside: ['CREATE VIEW seen AS SELECT * FROM orders'],
    }),

  // The rows of two tables wait.
  'join-there': async (servers) =>
    derived(servers, {
      source: await postgresLines(servers),
      entity: 'public.orders',
      columns: ['id'],
      steps: joinedThere('public.order_lines'),
    }),

  'mysql-pg-join-there': async (servers) => {
    const shop = await mysqlShop(servers)
    await runMysql(shop, ...LINES)
    return derived(servers, {
      source: mysqlEnd(servers.links.mysqlSource, servers.mariadb, shop.database),
      entity: `${shop.database}.orders`,
      columns: ['id'],
      steps: joinedThere(`${shop.database}.order_lines`),
    })
  },
}
