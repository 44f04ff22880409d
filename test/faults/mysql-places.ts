import { createConnection } from 'mysql2/promise'

import { freshMysql } from '../engine/move-mysql.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { ORDERS, orderText } from './postgres-places.ts'
import type { Servers } from './servers.ts'

/** A database with orders to read. @param filler how many bytes each has besides, for tables of many pages */
export async function mysqlShop({ mariadb }: Servers, filler = 0): Promise<MysqlDatabase> {
  const shop = await freshMysql(mariadb)
  await runMysql(
    shop,
    `CREATE TABLE orders (id int PRIMARY KEY, note varchar(50)${filler > 0 ? ', filler text' : ''})`,
    `INSERT INTO orders SELECT seq, CONCAT('new ', seq)${filler > 0 ? `, REPEAT('x', ${filler})` : ''} FROM ${numbers(ORDERS)}`,
    'ANALYZE TABLE orders',
  )
  return shop
}

/** A database whose table of orders is watched. */
export async function mysqlTarget(
  { mariadb }: Servers,
  before: readonly (readonly [id: number, note: string])[],
  /** Statements that hang something on the table. */
  beside: readonly string[] = [],
) {
  const database = await freshMysql(mariadb)
  const { host, port, user, password } = mariadb
  const reader = await createConnection({ host, port, user, password, database: database.database })
  const values = before.map(([id, note]) => `(${id}, '${note}')`).join(', ')
  return {
    database,
    async restore() {
      await runMysql(
        database,
        'DROP TABLE IF EXISTS orders',
        'CREATE TABLE orders (id int PRIMARY KEY, note longtext)',
        `INSERT INTO orders (id, note) VALUES ${values}`,
        ...beside,
      )
    },
    async rows(): Promise<readonly string[]> {
      try {
        const [rows] = await reader.query('SELECT id, note FROM orders')
        return (rows as { id: number; note: string | null }[]).map(({ id, note }) => orderText(id, note))
      } catch (error) {
        if ((error as { code?: string }).code === 'ER_NO_SUCH_TABLE') return []
        throw error
      }
    },
    leftovers: () => mysqlLeftovers(database, reader.threadId),
    stop: () => reader.end(),
  }
}

/** What is of ours in a database that is neither data nor memory. @param reader whose session is not of ours */
export async function mysqlLeftovers(database: MysqlDatabase, reader: number): Promise<readonly string[]> {
  const rows = await runMysql(
    database,
    `SELECT CONCAT('table ', TABLE_NAME) AS shown FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE '\\_millrace\\_%' AND TABLE_NAME NOT LIKE '\\_millrace\\_fence%' AND TABLE_NAME NOT LIKE '\\_millrace\\_structure%'
     UNION ALL SELECT CONCAT('session: ', COALESCE(INFO, COMMAND)) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID NOT IN (CONNECTION_ID(), ${reader})`,
  )
  return rows.map((row) => String(row['shown']))
}
