import { connectTo, type Database, freshDatabase, run } from '../engine/move-between.ts'
import type { Servers } from './servers.ts'

/** How many orders a source has. */
export const ORDERS = 40

/** An order as a reader of the target sees it. */
export const orderText = (id: number, note: string | null) => `${id}: ${note}`

export const ORDERS_ARRIVED: readonly string[] = Array.from({ length: ORDERS }, (_, n) =>
  orderText(n + 1, `new ${n + 1}`),
)

/** A database with orders to read. @param filler how many bytes each has besides, for tables of many pages */
export async function postgresShop({ api }: Servers, filler = 0): Promise<Database> {
  const shop = await freshDatabase(api.postgres)
  await run(
    shop,
    `CREATE TABLE orders (id int PRIMARY KEY, note text, filler text, customer_id text, "timestamp" timestamptz)`,
    'ALTER TABLE orders ALTER filler SET STORAGE PLAIN',
    `INSERT INTO orders SELECT n, 'new ' || n, repeat('x', ${filler}), 'ada', now() FROM generate_series(1, ${ORDERS}) n`,
  )
  return shop
}

export interface PostgresTarget {
  readonly database: Database
  restore(): Promise<void>
  rows(): Promise<readonly string[]>
  leftovers(): Promise<readonly string[]>
  stop(): Promise<void>
}

interface Watched {
  /** How a row is told, as SQL. */
  readonly shown?: string
  /** What stands in the table before, and its columns. Absent: the run makes the table. */
  readonly old?: { readonly columns: string; readonly rows: readonly (readonly [id: number, note: string])[] }
  /** Statements that hang something on the table. */
  readonly beside?: readonly string[]
}

/** A database whose table of orders is watched. */
export async function postgresTarget(
  { api }: Servers,
  { shown = `id || ': ' || note`, old, beside = [] }: Watched = {},
): Promise<PostgresTarget> {
  const database = await freshDatabase(api.postgres)
  const reader = await connectTo(database)
  const values = old?.rows.map(([id, note]) => `(${id}, '${note}')`).join(', ')
  const making = old ? [`CREATE TABLE orders (${old.columns})`, `INSERT INTO orders (id, note) VALUES ${values}`] : []
  return {
    database,
    restore: async () => void (await run(database, 'DROP TABLE IF EXISTS orders CASCADE', ...making, ...beside)),
    async rows() {
      try {
        const { rows } = await reader.query(`SELECT ${shown} AS shown FROM public.orders`)
        return rows.map((row) => row.shown as string)
      } catch (error) {
        if ((error as { code?: string }).code === '42P01') return []
        throw error
      }
    },
    leftovers: () => postgresLeftovers(database),
    stop: () => reader.end(),
  }
}

/** What is of ours in a database that is neither data nor memory. */
export async function postgresLeftovers(database: Database): Promise<readonly string[]> {
  const rows = await run(
    database,
    `SELECT 'table ' || relname AS left FROM pg_class WHERE relkind IN ('r', 'p') AND starts_with(relname, '_millrace_') AND NOT starts_with(relname, '_millrace_fence') AND NOT starts_with(relname, '_millrace_structure')
     UNION ALL SELECT 'session: ' || query FROM pg_stat_activity WHERE application_name = 'millrace' AND datname = current_database()
     UNION ALL SELECT 'lock ' || locktype FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows.map((row) => String(row['left']))
}
