import { createConnection } from 'mysql2/promise'

import { connectTo, freshDatabase, run } from '../engine/move-between.ts'
import { freshMysql } from '../engine/move-mysql.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { addFlow, mysqlEnd, postgresEnd } from './add-flow.ts'
import type { FlowKind } from './flow-kind.ts'
import { rowOfTable } from './may-be-seen.ts'
import { mysqlLeftovers } from './mysql-places.ts'
import { postgresLeftovers } from './postgres-places.ts'
import type { Servers } from './servers.ts'

type MakeKind = (servers: Servers) => Promise<Omit<FlowKind, 'name'>>

const TABLES = ['customers', 'orders']

const rowsOf = (found: readonly { readonly name: string; readonly id: number; readonly note: string }[]) =>
  found.map(({ name, id, note }) => rowOfTable(name, `${id}: ${note}`))

const told = (note: string) => TABLES.flatMap((name) => [1, 2].map((id) => rowOfTable(name, `${id}: ${name} ${note}`)))

/** Two tables of which one refers to the other, in words that both systems know. */
const making = (note: string) => [
  `INSERT INTO customers (id, note) VALUES (1, 'customers ${note}'), (2, 'customers ${note}')`,
  `INSERT INTO orders (id, note, customer) VALUES (1, 'orders ${note}', 1), (2, 'orders ${note}', 2)`,
]

const POSTGRES = [
  'CREATE TABLE customers (id int PRIMARY KEY, note text)',
  `CREATE TABLE orders (id serial PRIMARY KEY, note text DEFAULT 'none', customer int, CONSTRAINT of_customer FOREIGN KEY (customer) REFERENCES customers)`,
]

const OBJECTS = [
  'CREATE INDEX by_note ON orders (note)',
  'ALTER TABLE customers ADD CONSTRAINT one_note UNIQUE (note, id)',
  'CREATE VIEW shown AS SELECT id FROM orders',
  `COMMENT ON TABLE orders IS 'all of them'`,
]

/** What a run owes the tables and has not built. */
const MISSING = `SELECT name FROM (VALUES ('by_note'), ('one_note'), ('shown'), ('orders_id_seq')) wanted(name)
    WHERE to_regclass('public.' || name) IS NULL
  UNION ALL SELECT 'of_customer' WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'of_customer' AND convalidated)
  UNION ALL SELECT 'comment' WHERE obj_description(to_regclass('public.orders'), 'pg_class') IS DISTINCT FROM 'all of them'
  UNION ALL SELECT 'default' WHERE NOT EXISTS (SELECT FROM pg_attrdef WHERE adrelid = to_regclass('public.orders') AND adnum = 2)`

/** @param isSecond the flow has created the tables before, and their rows are replaced, though one refers to the other */
const betweenPostgres =
  (isSecond: boolean): MakeKind =>
  async (servers) => {
    const { api, links } = servers
    const shop = await freshDatabase(api.postgres)
    await run(shop, ...POSTGRES, ...making('new'), ...OBJECTS)
    const target = await freshDatabase(api.postgres)
    const reader = await connectTo(target)
    const flow = await addFlow(
      servers,
      postgresEnd(links.postgresSource, api.postgres, shop.database),
      postgresEnd(links.postgresDestination, api.postgres, target.database),
      { streams: TABLES.map((table) => ({ entity: `public.${table}`, target: `public.${table}` })), structure: 'all' },
    )
    const owned = [
      `CREATE TABLE IF NOT EXISTS _millrace_structure (flow_id text NOT NULL, target text NOT NULL, state text NOT NULL, foreign_keys json NOT NULL DEFAULT '[]',
         noted_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (flow_id, target))`,
      `INSERT INTO _millrace_structure (flow_id, target, state, foreign_keys) VALUES ('${flow.flowId}', 'customers', 'built', '[]'), ('${flow.flowId}', 'orders', 'built', '["of_customer"]')
         ON CONFLICT (flow_id, target) DO UPDATE SET state = excluded.state, foreign_keys = excluded.foreign_keys`,
    ]
    return {
      ...flow,
      signIn: 'google',
      restore: async () => {
        const old = isSecond ? [...POSTGRES, ...making('old'), ...OBJECTS, ...owned] : []
        await run(target, 'DROP TABLE IF EXISTS orders, customers CASCADE', ...old)
      },
      async rows() {
        const found: string[] = []
        for (const table of TABLES)
          await reader.query(`SELECT '${table}' AS name, id, note FROM public.${table}`).then(
            ({ rows }) => found.push(...rowsOf(rows)),
            (error: { code?: string }) => {
              if (error.code !== '42P01') throw error
            },
          )
        return found
      },
      before: isSecond ? told('old') : [],
      after: told('new'),
      arrival: 'table by table',
      leftovers: async () => {
        const missing = await run(target, MISSING)
        return [...(await postgresLeftovers(target)), ...missing.map(({ name }) => `without ${name}`)]
      },
      stop: () => reader.end(),
    }
  }

const MYSQL = [
  `CREATE TABLE customers (id int PRIMARY KEY, note varchar(50), UNIQUE KEY one_note (note, id))`,
  `CREATE TABLE orders (id int PRIMARY KEY AUTO_INCREMENT, note varchar(50) DEFAULT 'none', customer int, KEY by_note (note),
     CONSTRAINT of_customer FOREIGN KEY (customer) REFERENCES customers (id)) COMMENT 'all of them'`,
]

const MYSQL_MISSING = `SELECT wanted.name FROM (SELECT 'by_note' AS name UNION ALL SELECT 'one_note') wanted
    WHERE NOT EXISTS (SELECT 1 FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND INDEX_NAME = wanted.name)
  UNION ALL SELECT 'of_customer' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM information_schema.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = DATABASE() AND CONSTRAINT_NAME = 'of_customer')
  UNION ALL SELECT 'comment' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_COMMENT = 'all of them')
  UNION ALL SELECT 'numbers' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND EXTRA LIKE '%auto_increment%')
  UNION ALL SELECT 'shown' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'shown')`

const betweenMysql: MakeKind = async (servers) => {
  const { links, mariadb } = servers
  const shop = await freshMysql(mariadb)
  await runMysql(shop, ...MYSQL, ...making('new'), 'CREATE VIEW shown AS SELECT id FROM orders')
  const target = await freshMysql(mariadb)
  const { host, port, user, password } = mariadb
  const reader = await createConnection({ host, port, user, password, database: target.database })
  const flow = await addFlow(
    servers,
    mysqlEnd(links.mysqlSource, mariadb, shop.database),
    mysqlEnd(links.mysqlDestination, mariadb, target.database),
    { streams: TABLES.map((table) => ({ entity: `${shop.database}.${table}` })), structure: 'all' },
  )
  return {
    ...flow,
    signIn: 'google',
    restore: async () => {
      await runMysql(
        target,
        'DROP VIEW IF EXISTS shown',
        'DROP TABLE IF EXISTS orders',
        'DROP TABLE IF EXISTS customers',
      )
    },
    async rows() {
      const found: string[] = []
      for (const table of TABLES)
        await reader.query(`SELECT '${table}' AS name, id, note FROM ${table}`).then(
          ([rows]) => found.push(...rowsOf(rows as { name: string; id: number; note: string }[])),
          (error: { errno?: number }) => {
            if (error.errno !== 1146) throw error
          },
        )
      return found
    },
    before: [],
    after: told('new'),
    arrival: 'table by table',
    leftovers: async () => {
      const missing = await runMysql(target, MYSQL_MISSING)
      return [...(await mysqlLeftovers(target, reader.threadId)), ...missing.map((row) => `without ${row['name']}`)]
    },
    stop: () => reader.end(),
  }
}

/** The structure of the source comes with its rows. */
export const STRUCTURE_KINDS: Readonly<Record<string, MakeKind>> = {
  structure: betweenPostgres(false),
  'structure-again': betweenPostgres(true),
  'structure-mysql': betweenMysql,
}
