import { mysqlConnector } from '../../../../src/engine/connectors/mysql/mysql-connector.ts'
import { startTcpProxy } from '../../../faults/proxy.ts'
import { keepsChecks } from '../../../support/mariadb/mysql-server.ts'
import { numbers } from '../../../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../../../support/mariadb/run-mysql.ts'
import { startMariadb } from '../../../support/mariadb/start-mariadb.ts'
import { contextWith } from '../../move-between.ts'
import { freshMysql, mysqlEndpoint } from '../../move-mysql.ts'
import type { Harness } from '../harness.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS, SEEDED_ROWS } from '../orders.ts'

const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``
const literal = (text: string | null) => (text === null ? 'NULL' : `X'${Buffer.from(text).toString('hex')}'`)

export async function mysqlHarness(): Promise<Harness> {
  const server = await startMariadb()
  return { place: async () => place(await freshMysql(server)), stop: server.stop }
}

async function place(database: MysqlDatabase) {
  let losesNext = false
  const judge = (sent: Buffer) => {
    const isMatch = losesNext && sent.includes('COMMIT')
    if (isMatch) losesNext = false
    return isMatch ? 'lose-answer' : 'pass'
  }
  const proxy = await startTcpProxy(database, { judge })
  const reached = { port: proxy.port }
  const named = (table: string) => `${database.database}.${table}`
  const insert = (table: string, rows: readonly (readonly (string | null)[])[]) =>
    `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`
  return {
    connector: mysqlConnector,
    endpoint: mysqlEndpoint(database, reached),
    context: contextWith,
    secrets: [database.password],
    refused: {
      endpoint: mysqlEndpoint(database, { ...reached, password: 'no such password' }),
      code: 'PASSWORD_REFUSED',
      field: 'password',
    },
    leftovers: async () =>
      (
        await runMysql(
          database,
          `SELECT CONCAT('table ', TABLE_NAME) AS found FROM information_schema.TABLES
             WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE '\\_millrace\\_%' AND TABLE_NAME NOT IN ('_millrace_fence', '_millrace_structure')
           UNION ALL SELECT CONCAT('session: ', COALESCE(INFO, COMMAND)) FROM information_schema.PROCESSLIST
             WHERE DB = DATABASE() AND ID <> CONNECTION_ID()`,
        )
      ).map(({ found }) => found ?? ''),
    source: {
      async seed() {
        const columns = '(id bigint PRIMARY KEY, note text, paid decimal(9,2))'
        const rows = SEEDED_ROWS.map(([id, note, paid]) => `(${id}, ${literal(note)}, ${paid})`).join(', ')
        await runMysql(database, `CREATE TABLE orders ${columns}`, `INSERT INTO orders VALUES ${rows}`)
        return {
          entity: named('orders'),
          columns: [
            ['id', 'integer'],
            ['note', 'text'],
            ['paid', 'decimal'],
          ],
          count: SEEDED_ROWS.length,
          rows: SEEDED_ROWS,
        } as const
      },
      async hostile() {
        const columns = HOSTILE_NAMES.map((name) => `${quoted(name)} text`).join(', ')
        const rows = [...HOSTILE_TEXTS, 'nul\0'].map((text) => HOSTILE_NAMES.map(() => text))
        await runMysql(database, `CREATE TABLE \`we.ird\`\`"'\` (${columns})`, insert('`we.ird``"\'`', rows))
        return {
          entity: named(`"we.ird\`""'"`),
          columns: HOSTILE_NAMES.map((name) => [name, 'text'] as const),
          count: rows.length,
          rows,
        }
      },
      async large() {
        await runMysql(
          database,
          `CREATE VIEW large AS SELECT seq AS id, REPEAT('x', 200) AS note FROM ${numbers(100_000)}`,
        )
        return { entity: named('large'), count: 100_000 }
      },
      async kinds() {
        await runMysql(
          database,
          `CREATE TABLE plain AS SELECT seq AS a FROM ${numbers(2)}`,
          'CREATE TABLE parted (a int PRIMARY KEY) PARTITION BY HASH (a) PARTITIONS 3',
          `INSERT INTO parted SELECT seq FROM ${numbers(10)}`,
          'CREATE VIEW shown AS SELECT a FROM parted WHERE a < 4',
        )
        return [
          { entity: named('parted'), kind: 'partitioned table', count: 10 },
          { entity: named('plain'), kind: 'table', count: 2 },
          { entity: named('shown'), kind: 'view', count: 3 },
        ] as const
      },
      async window() {
        await runMysql(database, `CREATE TABLE grown AS SELECT seq * 10000 AS id FROM ${numbers(5)}`)
        return { entity: named('grown'), column: 'id', after: '40000', count: 3 }
      },
      async structured() {
        await runMysql(
          database,
          `CREATE TABLE shop (id bigint PRIMARY KEY, note varchar(200) DEFAULT 'none', paid decimal(9,2) CHECK (paid >= 0), UNIQUE (note), KEY (paid))
             COMMENT 'what was sold'`,
        )
        return { entity: named('shop'), copy: named('shop_copy'), lacksChecks: !keepsChecks }
      },
      vanish: () => proxy.stop(),
    },
    destination: {
      target: named('orders'),
      async orders() {
        const found = await runMysql(database, `SHOW TABLES LIKE 'orders'`)
        if (found.length === 0) return []
        const rows = await runMysql(database, 'SELECT id, note FROM orders ORDER BY id')
        return rows.map(({ id, note }) => [id ?? '', note ?? null] as const)
      },
      columns: async () => (await runMysql(database, 'SHOW COLUMNS FROM orders')).map(({ Field }) => Field ?? ''),
      async unholdable() {
        await runMysql(
          database,
          'CREATE TABLE orders (id tinyint, note longtext, customer_id longtext, `timestamp` datetime(3))',
        )
        return { order: { id: '9999' }, column: 'id', rule: /[Oo]ut of range|from -128 to 127/ }
      },
      loseCommitAnswer: () => {
        losesNext = true
      },
    },
    stop: () => proxy.stop(),
  }
}
