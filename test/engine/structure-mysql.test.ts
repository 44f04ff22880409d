import { expect, it } from 'vitest'

import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { isMysql, isOlderMysql, keepsChecks } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase
let destination: Database

givenBothSystems((ends) => {
  ;({ from, to, destination } = ends)
})

type Objects = Extract<MoveEvent, { kind: 'structure' }>['objects']

/** MySQL keeps for a day what somebody was told of a table. */
const ASKED = 'SELECT AUTO_INCREMENT, TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()'

const SHOP = [
  `CREATE TABLE customers (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, mail varchar(100) NOT NULL COMMENT 'never empty', mood enum('good','bad') DEFAULT 'good',
     changed timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, note text, UNIQUE KEY one_mail (mail), KEY by_note (note(10)), FULLTEXT KEY words (note)) COMMENT 'who is who'`,
  `CREATE TABLE orders (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, customer int unsigned NOT NULL, amount decimal(9,2) NOT NULL DEFAULT '1.50', KEY by_customer (customer), KEY by_amount (amount DESC, id),
     CONSTRAINT positive CHECK (amount >= 0), CONSTRAINT of_customer FOREIGN KEY (customer) REFERENCES customers (id) ON DELETE CASCADE ON UPDATE NO ACTION)`,
  'CREATE VIEW good AS SELECT id, mail FROM customers WHERE mood = "good"',
  `INSERT INTO customers (id, mail) VALUES (1, 'a'), (7, 'b')`,
  'INSERT INTO orders (customer, amount) VALUES (1, 2)',
  ASKED,
  'INSERT INTO orders (customer, amount) VALUES (7, 3), (7, 4)',
  'DELETE FROM orders WHERE amount = 4',
]

async function bring(target: Endpoint) {
  let objects: Objects = []
  const onEvent = (event: MoveEvent) => {
    if (event.kind === 'structure') objects = event.objects
  }
  const moved = await moveAcross(mysqlEndpoint(from), target, [], { copiesStructure: true, onEvent })
  const told = (state: string) =>
    objects
      .filter((object) => object.state === state)
      .map(({ kind, name, table = '', reason }) =>
        [
          kind,
          table.split('.')[1] ?? '',
          name,
          ...(kind === 'check' && reason?.values.length ? [`(${reason.values})`] : []),
        ].join(' '),
      )
      .map((line) => line.trim().replace(/ +/g, ' '))
  return { moved, told }
}

const createOf = async (database: MysqlDatabase, table: string) =>
  (await runMysql(database, `SHOW CREATE TABLE ${table}`)).map((row) => row['Create Table'] ?? row['Create View'])

it('MySQL tables arrive as SHOW CREATE TABLE says them, twice as well', async () => {
  await runMysql(from, ...SHOP)
  const first = await bring(mysqlEndpoint(to))
  expect(first.told('failed')).toEqual([])
  for (const table of ['customers', 'orders']) expect(await createOf(to, table)).toEqual(await createOf(from, table))
  expect(await runMysql(to, 'SELECT * FROM good')).toHaveLength(2)

  await runMysql(from, 'DELETE FROM orders WHERE customer = 1', 'DELETE FROM customers WHERE id = 1')
  const again = await bring(mysqlEndpoint(to))
  expect(again.moved.streams.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(again.told('built')).toEqual(['foreign_key orders of_customer'])
  const check = `check orders positive${isMysql ? ' (orders_chk_1)' : ''}`
  expect(again.told('present').includes(check)).toBe(keepsChecks)
  // The copy of a table gets other names for its checks from MySQL, which has each name once in a database.
  const replaced = (create: string | null | undefined) =>
    isMysql ? create?.replace('`positive`', '`orders_chk_1`') : create
  for (const table of ['customers', 'orders'])
    expect(await createOf(to, table)).toEqual((await createOf(from, table)).map(replaced))
})

/** A default, as an expression where the server takes one. */
const SAID = isOlderMysql(8) ? `'it''s "so" a\\\\b'` : `(CONCAT('it''s', ' "so" ', 'a\\\\b'))`

/** The two kinds of servers write them in different ways. */
const RARE = [
  `CREATE TABLE rare (id int NOT NULL PRIMARY KEY, said varchar(40) DEFAULT ${SAID}, raw varbinary(4) DEFAULT 0x41004200, flags bit(3) DEFAULT b'101',
     amount int, note varchar(10), CHECK (amount > 0), CHECK (note <> 'it''s'), KEY unused (amount) ${isOlderMysql(8) ? '' : isMysql ? 'INVISIBLE' : 'IGNORED'})`,
  `CREATE TABLE rarer (id int NOT NULL PRIMARY KEY, amount int, CHECK (amount > 0), CHECK (amount < 9))`,
  'CREATE VIEW named (number, words) AS SELECT id, said FROM rare',
  'INSERT INTO rare (id, amount) VALUES (1, 1)',
]

it('defaults that are expressions or bytes, checks without names, unused indexes and views with names of columns arrive as well, and again', async () => {
  await runMysql(from, ...RARE)
  for (const _ of ['the first time', 'the second time']) {
    expect((await bring(mysqlEndpoint(to))).told('failed')).toEqual([])
    for (const table of ['rare', 'rarer']) expect(await createOf(to, table)).toEqual(await createOf(from, table))
    expect(await runMysql(to, 'SELECT number, words FROM named')).toEqual([{ number: '1', words: `it's "so" a\\b` }])
  }
})

const ELSEWHERE = [
  `CREATE TABLE latin (id int NOT NULL PRIMARY KEY, name varchar(20), note text, exact varchar(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
     DEFAULT CHARACTER SET latin1 COLLATE latin1_german1_ci`,
  'SET collation_connection = utf8mb4_spanish_ci',
  `CREATE VIEW spanish AS SELECT id, 'ñ' AS letter FROM latin`,
]

it('tables and views of another collation have it in the destination, and none is spelled out that the source does not', async () => {
  await runMysql(from, ...ELSEWHERE)
  const { told } = await bring(mysqlEndpoint(to))
  expect(told('failed')).toEqual([])
  expect(await createOf(to, 'latin')).toEqual(await createOf(from, 'latin'))
  for (const database of [from, to])
    expect((await runMysql(database, 'SHOW CREATE VIEW spanish'))[0]?.['collation_connection']).toBe(
      'utf8mb4_spanish_ci',
    )
  expect(await runMysql(to, `SELECT COLLATION(letter) AS name FROM spanish LIMIT 1`)).toEqual(
    await runMysql(from, `SELECT COLLATION(letter) AS name FROM spanish LIMIT 1`),
  )
})

it('the report names the tables in which Millrace keeps its notes', async () => {
  await runMysql(from, 'CREATE TABLE plain (id int NOT NULL PRIMARY KEY)')
  await bring(mysqlEndpoint(to))
  const tables = await runMysql(to, 'SHOW TABLES')
  const { told } = await bring(mysqlEndpoint(to))
  expect(told('present').filter((line) => line.startsWith('table'))).toEqual([
    'table _millrace_fence',
    'table _millrace_structure',
  ])
  expect(tables.flatMap((row) => Object.values(row))).toEqual(['_millrace_fence', '_millrace_structure', 'plain'])
})

/** A column says in which reference system its places are. */
const hasPlaces = isMysql && !isOlderMysql(8)

it('what belongs to the place of a table is named, and does not come', async () => {
  await runMysql(
    from,
    `CREATE TABLE kept (id int NOT NULL PRIMARY KEY, hidden int DEFAULT 7${isOlderMysql(8) ? '' : ' INVISIBLE'}) ENGINE = MyISAM ROW_FORMAT = FIXED`,
    ...(hasPlaces ? ['CREATE TABLE placed (id int NOT NULL PRIMARY KEY, place point NOT NULL SRID 4326)'] : []),
  )
  const { told } = await bring(mysqlEndpoint(to))
  expect(told('failed')).toEqual([])
  expect(told('left')).toEqual([
    ...(isOlderMysql(8) ? [] : ['setting kept hidden']),
    ...(hasPlaces ? ['setting placed place'] : []),
    'setting kept',
  ])
})

/** A numbered column with an index of its own, and checks that belong to their columns. */
const KEYED = [
  `CREATE TABLE keyed (id int NOT NULL AUTO_INCREMENT, part int NOT NULL DEFAULT 1 COMMENT 'of what' CHECK (part > 0), note varchar(9) CHECK (note <> 'it''s'), PRIMARY KEY (part, id), KEY by_id (id))`,
  'INSERT INTO keyed (part) VALUES (1), (2)',
]

it('a numbered column whose key is another, and checks of columns arrive as they are, and again', async () => {
  await runMysql(from, ...KEYED)
  for (const _ of ['the first time', 'the second time']) {
    expect((await bring(mysqlEndpoint(to))).told('failed')).toEqual([])
    expect(await createOf(to, 'keyed')).toEqual(await createOf(from, 'keyed'))
  }
  if (keepsChecks) await expect(runMysql(to, `INSERT INTO keyed (note) VALUES ('it''s')`)).rejects.toThrow()
})

it('a view comes if the destination has the functions that it calls, and is named otherwise', async () => {
  const twice = 'CREATE FUNCTION twice(n int) RETURNS int DETERMINISTIC RETURN n * 2'
  await runMysql(
    from,
    'CREATE TABLE plain (id int NOT NULL PRIMARY KEY)',
    'INSERT INTO plain VALUES (4)',
    twice,
    'CREATE VIEW doubled AS SELECT twice(id) AS number FROM plain',
    'CREATE VIEW of_view AS SELECT number FROM doubled',
  )
  const first = await bring(mysqlEndpoint(to))
  expect(first.told('failed')).toEqual([])
  expect(first.told('left')).toEqual(['view doubled', 'view of_view', 'function function twice'])

  await runMysql(to, twice)
  expect((await bring(mysqlEndpoint(to))).told('left')).toEqual(['function function twice'])
  expect(await runMysql(to, 'SELECT * FROM of_view')).toEqual([{ number: '8' }])
})

it('a view that reads another database is named', async () => {
  await runMysql(from, 'CREATE TABLE plain (id int NOT NULL PRIMARY KEY)', 'CREATE DATABASE IF NOT EXISTS elsewhere')
  await runMysql(from, 'CREATE TABLE IF NOT EXISTS elsewhere.other (id int)')
  await runMysql(from, 'CREATE VIEW both_of AS SELECT plain.id FROM plain JOIN elsewhere.other USING (id)')
  const { told } = await bring(mysqlEndpoint(to))
  expect(told('left')).toEqual(['view both_of'])
})

it('a view whose table is gone at the source is named, and the run succeeds', async () => {
  await runMysql(from, 'CREATE TABLE gone (id int)', 'CREATE TABLE stays (id int NOT NULL PRIMARY KEY)')
  await runMysql(from, 'CREATE VIEW broken AS SELECT id FROM gone', 'CREATE VIEW fine AS SELECT id FROM stays')
  await runMysql(from, 'DROP TABLE gone')
  const { moved, told } = await bring(mysqlEndpoint(to))
  expect(moved.streams.map(({ status }) => status)).toEqual(['succeeded'])
  expect(told('left')).toEqual(['view broken'])
  expect(told('built')).toContain('view fine')
})

it('the report names the definer of views, events, sequences and what only the definition of a table says', async () => {
  await runMysql(
    from,
    `CREATE USER IF NOT EXISTS newcomer@'%' IDENTIFIED BY 'new'`,
    `GRANT ALL ON *.* TO newcomer@'%'`,
    'CREATE TABLE plain (id int NOT NULL PRIMARY KEY, note varchar(9), KEY by_note (note) USING BTREE)',
    'CREATE VIEW seen AS SELECT id FROM plain',
    'CREATE EVENT daily ON SCHEDULE EVERY 1 DAY DO SELECT 1',
    ...(isMysql
      ? []
      : [
          'CREATE SEQUENCE numbers',
          'CREATE TABLE numbered (id int NOT NULL DEFAULT NEXTVAL(numbers) PRIMARY KEY) WITH SYSTEM VERSIONING',
        ]),
  )
  const { told } = await bring(mysqlEndpoint({ ...to, user: 'newcomer', password: 'new' }))
  expect(told('failed')).toEqual([])
  expect(told('left')).toEqual([
    ...(isMysql ? [] : ['default numbered id', 'setting numbered']),
    'setting plain by_note',
    'event daily',
    ...(isMysql ? [] : ['sequence numbers']),
    'owner',
  ])
})

it('from MySQL to Postgres: what Postgres has comes in its words, and the rest is named', async () => {
  await runMysql(from, ...SHOP)
  const { told } = await bring(endpointOf(destination))

  expect(told('failed')).toEqual([])
  expect(told('left')).toEqual([
    'on_update customers changed',
    'index customers customers_by_note',
    'index customers customers_words',
    ...(keepsChecks ? ['check orders positive'] : []),
    'collation customers',
    'collation orders',
    'view good',
  ])
  await run(destination, `INSERT INTO customers (mail) VALUES ('new')`, 'INSERT INTO orders (customer) VALUES (8)')
  expect(await run(destination, 'SELECT customer, amount, id FROM orders ORDER BY id DESC LIMIT 1')).toEqual([
    { customer: '8', amount: '1.50', id: '4' },
  ])
  for (const refused of [
    `INSERT INTO customers (mail) VALUES ('a')`,
    `INSERT INTO customers (mail, mood) VALUES ('c', 'ugly')`,
    'INSERT INTO orders (customer) VALUES (77)',
  ])
    await expect(run(destination, refused)).rejects.toThrow()
  expect(await run(destination, `SELECT obj_description('customers'::regclass) AS said`)).toEqual([
    { said: 'who is who' },
  ])
})

/** Names that Rails gives, and one of letters that take three bytes. */
const LONG = 'customer_subscription_invoices'
const INVOICES = [
  `CREATE TABLE ${LONG} (id int NOT NULL PRIMARY KEY, customer_id int NOT NULL, status varchar(9) NOT NULL, number int NOT NULL,
     KEY index_${LONG}_on_customer_id (customer_id), KEY index_${LONG}_on_customer_id_and_status (customer_id, status),
     UNIQUE KEY index_${LONG}_on_number (number), KEY \`${'索引'.repeat(30)}一\` (status), KEY \`${'索引'.repeat(30)}二\` (status, number))`,
  `INSERT INTO ${LONG} VALUES (1, 1, 'open', 7)`,
]

const columnsOfIndexes = async (table: string) =>
  (
    await run(
      destination,
      `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index WHERE indrelid = '${table}'::regclass AND NOT indisprimary ORDER BY 1`,
    )
  ).map(({ line }) => line?.replace(/ INDEX .* USING btree /, ' '))

it('from MySQL to Postgres: indexes whose names are too long there all come, with names that differ, and again', async () => {
  await runMysql(from, ...INVOICES)
  const names = ['customer_id', 'customer_id, status', 'number', 'status', 'status, number']
  for (const state of ['built', 'present']) {
    const { told } = await bring(endpointOf(destination))
    expect(told('failed')).toEqual([])
    expect(told(state).filter((line) => line.startsWith('index'))).toHaveLength(5)
    expect(new Set(await columnsOfIndexes(LONG))).toEqual(
      new Set(names.map((columns) => `CREATE${columns === 'number' ? ' UNIQUE' : ''} (${columns})`)),
    )
  }
  await expect(run(destination, `INSERT INTO ${LONG} VALUES (2, 1, 'open', 7)`)).rejects.toThrow(/duplicate key/)
})

it('from MySQL to Postgres: what is there is known by what it is, not by its name', async () => {
  await runMysql(from, 'CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int, b int, KEY by_a (a), UNIQUE KEY by_b (b))')
  await bring(endpointOf(destination))
  await run(destination, 'ALTER INDEX t_by_a RENAME TO other', 'DROP INDEX t_by_b', 'CREATE INDEX t_by_b ON t (b)')
  const { told, moved } = await bring(endpointOf(destination))
  expect(moved.streams.map(({ status }) => status)).toEqual(['succeeded'])
  expect(told('present')).toContain('index t t_by_a')
  expect(told('left')).toContain('index t t_by_b')
})

it('MySQL: what is there is known by what it is, not by its name', async () => {
  await runMysql(from, 'CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int, b int, KEY by_a (a), UNIQUE KEY by_b (b))')
  await bring(mysqlEndpoint(to))
  await runMysql(to, 'ALTER TABLE t RENAME INDEX by_a TO other, DROP INDEX by_b, ADD INDEX by_b (b)')
  const { told } = await bring(mysqlEndpoint(to))
  expect(told('present')).toContain('index t by_a')
  expect(told('left')).toEqual(['index t by_b'])
})
