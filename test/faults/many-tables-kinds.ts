import { createConnection } from 'mysql2/promise'

import { connectTo, freshDatabase, run } from '../engine/move-between.ts'
import { freshMysql } from '../engine/move-mysql.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { addFlow, type End, mysqlEnd, postgresEnd } from './add-flow.ts'
import type { FlowKind } from './flow-kind.ts'
import { rowOfTable } from './may-be-seen.ts'
import { mysqlLeftovers } from './mysql-places.ts'
import { postgresLeftovers } from './postgres-places.ts'
import type { Servers } from './servers.ts'

type MakeKind = (servers: Servers) => Promise<Omit<FlowKind, 'name'>>

/** Of each table. */
const ROWS = 3

const tablesOf = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`)

/** An end with the tables, of which each row is told with its table. */
interface Place {
  readonly end: End
  readonly restore: () => Promise<void>
  readonly rows: () => Promise<readonly string[]>
  readonly leftovers: () => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

const told = (tables: readonly string[], notes: readonly string[]) =>
  tables.flatMap((table) => notes.map((note, n) => rowOfTable(table, `${n + 1}: ${table} ${note}`)))

const AFTER = Array.from({ length: ROWS }, () => 'new')
const BEFORE = ['old']

/** The table and its rows, in words that both systems know. */
const making = (table: string, notes: readonly string[]) => [
  `DROP TABLE IF EXISTS ${table}`,
  `CREATE TABLE ${table} (id int PRIMARY KEY, note varchar(50))`,
  `INSERT INTO ${table} VALUES ${notes.map((note, n) => `(${n + 1}, '${table} ${note}')`).join(', ')}`,
]

const postgresPlace = async (
  { api }: Servers,
  link: Parameters<typeof postgresEnd>[0],
  { tables, notes }: { readonly tables: readonly string[]; readonly notes: readonly string[] },
): Promise<Place> => {
  const database = await freshDatabase(api.postgres)
  const reader = await connectTo(database)
  const restore = async () => void (await run(database, ...tables.flatMap((table) => making(table, notes))))
  await restore()
  return {
    end: postgresEnd(link, api.postgres, database.database),
    restore,
    async rows() {
      const found: string[] = []
      for (const table of tables) {
        const { rows } = await reader.query(`SELECT id || ': ' || note AS shown FROM ${table}`)
        found.push(...rows.map(({ shown }) => rowOfTable(table, String(shown))))
      }
      return found
    },
    leftovers: () => postgresLeftovers(database),
    stop: () => reader.end(),
  }
}

const mysqlPlace = async (
  { mariadb }: Servers,
  link: Parameters<typeof mysqlEnd>[0],
  { tables, notes }: { readonly tables: readonly string[]; readonly notes: readonly string[] },
): Promise<Place> => {
  const database = await freshMysql(mariadb)
  const reader = await createConnection(database)
  const restore = async () => void (await runMysql(database, ...tables.flatMap((table) => making(table, notes))))
  await restore()
  return {
    end: mysqlEnd(link, mariadb, database.database),
    restore,
    async rows() {
      const found: string[] = []
      for (const table of tables) {
        const [rows] = await reader.query(`SELECT CONCAT(id, ': ', note) AS shown FROM ${table}`)
        found.push(...(rows as { shown: string }[]).map(({ shown }) => rowOfTable(table, shown)))
      }
      return found
    },
    leftovers: () => mysqlLeftovers(database, reader.threadId),
    stop: () => reader.end(),
  }
}

const between = async (
  servers: Servers,
  tables: readonly string[],
  source: Place,
  destination: Place,
  streams: readonly object[] = [],
): Promise<Omit<FlowKind, 'name'>> => {
  const { restore, rows, leftovers } = destination
  const flow = await addFlow(servers, source.end, destination.end, { streams })
  const stop = async () => void (await Promise.all([source.stop(), destination.stop()]))
  const looks = { restore, rows, leftovers, stop, before: told(tables, BEFORE), after: told(tables, AFTER) }
  return { ...flow, ...looks, signIn: 'google', arrival: 'table by table' }
}

const upserts = (tables: readonly string[]) =>
  tables.map((table) => ({ entity: `public.${table}`, mode: 'upsert', key: ['id'] }))

/** Everything of a database, whose tables are small and move several at once. */
export const MANY_TABLES_KINDS: Readonly<Record<string, MakeKind>> = {
  'many-pg-pg': async (servers) => {
    const { links } = servers
    const tables = tablesOf(5)
    const source = await postgresPlace(servers, links.postgresSource, { tables, notes: AFTER })
    const destination = await postgresPlace(servers, links.postgresDestination, { tables, notes: BEFORE })
    return between(servers, tables, source, destination)
  },

  'many-pg-mysql': async (servers) => {
    const { links } = servers
    const tables = tablesOf(5)
    const source = await postgresPlace(servers, links.postgresSource, { tables, notes: AFTER })
    const destination = await mysqlPlace(servers, links.mysqlDestination, { tables, notes: BEFORE })
    return between(servers, tables, source, destination)
  },

  'many-pg-pg-upsert': async (servers) => {
    const { links } = servers
    const tables = tablesOf(5)
    const source = await postgresPlace(servers, links.postgresSource, { tables, notes: AFTER })
    const destination = await postgresPlace(servers, links.postgresDestination, { tables, notes: BEFORE })
    return between(servers, tables, source, destination, upserts(tables))
  },

  'many-pg-mysql-upsert': async (servers) => {
    const { links } = servers
    const tables = tablesOf(5)
    const source = await postgresPlace(servers, links.postgresSource, { tables, notes: AFTER })
    const destination = await mysqlPlace(servers, links.mysqlDestination, { tables, notes: BEFORE })
    return between(servers, tables, source, destination, upserts(tables))
  },

  // As many as several sessions read.
  'many-mysql-mysql': async (servers) => {
    const { links } = servers
    const tables = tablesOf(10)
    const source = await mysqlPlace(servers, links.mysqlSource, { tables, notes: AFTER })
    const destination = await mysqlPlace(servers, links.mysqlDestination, { tables, notes: BEFORE })
    return between(servers, tables, source, destination)
  },
}
