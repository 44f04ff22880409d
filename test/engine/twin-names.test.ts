import { expect, it } from 'vitest'
import { mysqlTargetReadiness } from '../../src/engine/connectors/mysql/changes/target-readiness.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase

givenMysql((ends) => {
  ;({ from, to } = ends)
})

const SHOP = [
  'CREATE TABLE customers (id int PRIMARY KEY, name varchar(20), email varchar(20) UNIQUE, KEY by_name (name))',
  `CREATE TABLE orders (id int PRIMARY KEY AUTO_INCREMENT, customer int, parent int, amount decimal(9,2) DEFAULT 1.5 CHECK (amount > 0), data json,
     FOREIGN KEY (customer) REFERENCES customers (id) ON DELETE CASCADE, FOREIGN KEY (parent) REFERENCES orders (id))`,
  `INSERT INTO customers VALUES (1, 'Ada', 'a'), (2, 'Grace', 'b')`,
  `INSERT INTO orders VALUES (1, 1, NULL, 5, '{}'), (2, 2, 1, 20, NULL), (3, 2, 2, 30, '[1]')`,
]

/** Tables whose names the server's own catalogue takes for the same, and which have everything otherwise. */
const TWINS = ['Orders', 'órders', 'ORDERS'].flatMap((orders, at) => {
  const customers = ['Customers', 'cüstomers', 'CUSTOMERS'][at]
  return [
    `CREATE TABLE ${customers} (Id bigint, extra text, name char(3), email varchar(20) UNIQUE, KEY by_name (name), UNIQUE (Id), UNIQUE KEY other (name, Id)) ENGINE = InnoDB`,
    `CREATE TABLE ${orders} (a int, id varchar(9), customer bigint, parent bigint AS (customer + 1) STORED, amount text, data text, KEY (a), UNIQUE KEY (id), CONSTRAINT t${at} FOREIGN KEY (customer) REFERENCES ${customers} (Id))`,
    `CREATE TRIGGER tr${at} BEFORE INSERT ON ${orders} FOR EACH ROW SET NEW.a = 1`,
    `CREATE TRIGGER tc${at} BEFORE UPDATE ON ${customers} FOR EACH ROW SET NEW.extra = 'changed'`,
    `INSERT INTO ${customers} (Id, extra) VALUES (7, 'x')`,
    `INSERT INTO ${orders} (id, customer) VALUES ('k', 7)`,
  ]
})

const streamsOf = (source: MysqlDatabase, target: MysqlDatabase, more: Partial<StreamRequest> = {}): StreamRequest[] =>
  ['customers', 'orders'].map((table) => ({
    ...{ entity: `${source.database}.${table}`, target: `${target.database}.${table}`, mode: 'replace' as const },
    ...more,
  }))

/** Everything that a flow says and leaves between two databases; the names of these are the same in all. */
async function everything(source: MysqlDatabase, target: MysqlDatabase) {
  const said: unknown[] = []
  const go = async (more: Partial<StreamRequest>, attempt: Parameters<typeof moveAcross>[3] = {}) => {
    const onEvent = (event: MoveEvent) => {
      if (event.kind === 'structure') said.push(event.objects)
    }
    const streams = streamsOf(source, target, more)
    const { streams: outcomes } = await moveAcross(mysqlEndpoint(source), mysqlEndpoint(target), streams, {
      ...attempt,
      onEvent,
    })
    said.push(outcomes.map(({ phases: _, ...rest }) => rest))
    for (const table of ['customers', 'orders'])
      said.push(
        await runMysql(target, `SELECT * FROM ${table} ORDER BY id`).catch(() => 'missing'),
        await runMysql(target, `SHOW CREATE TABLE ${table}`).catch(() => 'missing'),
      )
  }
  await go({}, { dry: true })
  await go({ verify: 'values' }, { copiesStructure: true })
  await runMysql(
    source,
    `UPDATE customers SET email = IF(id = 1, 'c', 'a') ORDER BY id`,
    'DELETE FROM orders WHERE id = 3',
  )
  await go({ mode: 'upsert', key: ['id'], vanished: { limit: 100 }, verify: 'values' })
  await go({ verify: 'values' }, { copiesStructure: true })
  await go({})
  const targets = streamsOf(source, target).map(({ entity, target: to }) => ({
    entity,
    target: to ?? '',
    columns: ['id'],
  }))
  said.push(await mysqlTargetReadiness(mysqlEndpoint(target), contextWith(), targets))
  return JSON.parse(
    JSON.stringify(said, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      .replaceAll(source.database, 'source')
      .replaceAll(target.database, 'target'),
  )
}

it('tables whose names differ by case or accents alone have nothing to do with each other', async () => {
  const [aloneFrom, aloneTo] = [await freshMysql(from), await freshMysql(to)]
  await runMysql(aloneFrom, ...SHOP)
  await runMysql(from, ...SHOP, ...TWINS)
  await runMysql(to, ...TWINS)
  expect(await everything(from, to)).toEqual(await everything(aloneFrom, aloneTo))
})
