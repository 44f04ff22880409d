import { expect, it, onTestFinished } from 'vitest'
import { mysqlTargetReadiness } from '../../src/engine/connectors/mysql/changes/target-readiness.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { showRows } from '../../src/server/domain/connections/show-rows.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { ROW_LOG, startMysqlMirror } from './mirror-mysql-support.ts'
import { contextWith, type Database, endpointOf, problems, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase
let destination: Database

// A folder of MySQL is made for one of the two.
givenBothSystems(
  (ends) => {
    ;({ from, to, destination } = ends)
  },
  { mariadb: { settings: { ...ROW_LOG, ...(!isMysql && { 'lower-case-table-names': '1' }) } } },
)

/** As somebody has typed it who knows the database from a server that tells upper and lower case apart. */
const typed = (database: MysqlDatabase): Endpoint =>
  mysqlEndpoint({ ...database, database: isMysql ? database.database : database.database.toUpperCase() })

const upper = (database: MysqlDatabase, table: string) =>
  isMysql ? `${database.database}.${table.toLowerCase()}` : `${database.database.toUpperCase()}.${table}`

const SHOP = [
  'CREATE TABLE customers (id int PRIMARY KEY, name varchar(20), KEY by_name (name))',
  `CREATE TABLE orders (id int PRIMARY KEY AUTO_INCREMENT, customer int, amount decimal(9,2) DEFAULT 1.5, FOREIGN KEY of_customer (customer) REFERENCES customers (id))`,
  'CREATE VIEW large AS SELECT id, amount FROM orders WHERE amount > 10',
  `INSERT INTO customers VALUES (1, 'Ada'), (2, 'Grace')`,
  'INSERT INTO orders VALUES (1, 1, 5), (2, 2, 20), (3, 2, 30)',
]

const end = (endpoint: Endpoint) => ({ connector: mysqlConnector, endpoint })

it('the tables of a database have its own name, however somebody has spelled it', async () => {
  await runMysql(from, ...SHOP)
  const names = async (endpoint: Endpoint) =>
    (await mysqlConnector.discover?.(endpoint, contextWith()))?.map(({ name }) => name)
  expect(await names(typed(from))).toEqual(['customers', 'large', 'orders'].map((name) => `${from.database}.${name}`))

  await moveAcross(typed(from), endpointOf(destination), [])
  expect(await run(destination, 'SELECT name FROM public.customers ORDER BY id')).toHaveLength(2)
  await moveAcross(typed(from), typed(to), [])
  expect(await runMysql(to, 'SELECT * FROM orders')).toHaveLength(3)
})

it('a table without a target of its own goes where its name in the other spelling goes', async () => {
  await runMysql(from, ...SHOP)
  for (const target of [typed(to), endpointOf(destination)]) {
    const moved = await moveAcross(typed(from), target, [{ entity: upper(from, 'Customers'), mode: 'replace' }])
    expect(problems(moved)).toEqual([undefined])
  }
  expect(await runMysql(to, 'SELECT * FROM customers')).toHaveLength(2)
  expect(await run(destination, 'SELECT * FROM public.customers')).toHaveLength(2)
})

it.each(['replace', 'upsert'] as const)(
  'a flow finds its tables in another spelling, and %s runs again',
  async (mode) => {
    await runMysql(from, ...SHOP)
    const stream: StreamRequest = {
      ...{ entity: upper(from, 'Orders'), target: upper(to, 'Orders'), mode },
      verify: 'values',
      ...(mode === 'upsert' && { key: ['id'], vanished: { limit: 100 } }),
    }
    for (const attempt of [{ dry: true }, {}, {}] as const) {
      const moved = await moveAcross(typed(from), typed(to), [stream], attempt)
      expect(problems(moved)).toEqual([undefined])
      expect(moved.streams[0]?.entity).toBe(stream.entity)
    }
    expect(await runMysql(to, 'SELECT id, amount FROM orders')).toHaveLength(3)
    expect(await runMysql(to, `SHOW TABLES LIKE 'ord%'`)).toHaveLength(1)
  },
)

it('so do rows, comparisons, joins and filters', async () => {
  await runMysql(from, ...SHOP)
  const shown = await showRows(end(typed(from)), upper(from, 'Large'), contextWith())
  expect(shown.rows).toHaveLength(2)
  const entity = upper(from, 'Orders')
  const steps = [
    { id: 'f', type: 'filter' as const, settings: { where: 'amount > 10' }, stream: entity },
    {
      ...{ id: 'j', type: 'join' as const, stream: entity },
      settings: {
        stream: upper(from, 'Customers'),
        rows: 'all',
        on: [{ column: 'customer', other: 'id' }],
        columns: ['name'],
      },
    },
  ]
  const streams: StreamRequest[] = [{ entity, target: upper(to, 'Orders'), mode: 'replace' }]
  const moved = await moveAcross(typed(from), typed(to), streams, { transformations: { steps, salt: '' } })
  expect(problems(moved)).toEqual([undefined])
  expect(await runMysql(to, 'SELECT name FROM orders')).toEqual([{ name: 'Grace' }, { name: 'Grace' }])

  await moveAcross(typed(from), typed(to), streams)
  const compared = await verify({
    source: end(typed(from)),
    destination: end(typed(to)),
    streams,
    context: contextWith(),
    onEvent: () => {},
  })
  expect(compared.streams.map(({ error, difference }) => ({ error, difference }))).toEqual([
    { error: undefined, difference: expect.objectContaining({ unchanged: 3, created: 0, removed: 0, changed: 0 }) },
  ])
})

it('indexes, foreign keys and counters come to tables in another spelling, once', async () => {
  await runMysql(from, ...SHOP)
  const streams: StreamRequest[] = ['Customers', 'Orders'].map((table) => ({
    ...{ entity: upper(from, table), target: upper(to, table), mode: 'replace' as const },
  }))
  const states: string[][] = []
  for (const _ of ['the first time', 'the second time']) {
    const onEvent = (event: MoveEvent) => {
      if (event.kind === 'structure') states.push(event.objects.map(({ kind, state }) => `${kind} ${state}`).toSorted())
    }
    const moved = await moveAcross(typed(from), typed(to), streams, { copiesStructure: true, onEvent })
    expect(problems(moved)).toEqual([undefined, undefined])
    for (const table of ['customers', 'orders'])
      expect(await runMysql(to, `SHOW CREATE TABLE ${table}`)).toEqual(
        await runMysql(from, `SHOW CREATE TABLE ${table}`),
      )
  }
  expect(states.flat().filter((line) => /failed|left/.test(line))).toEqual([])
})

it('a mirror is told of triggers of its target in another spelling', async () => {
  await runMysql(
    to,
    ...SHOP,
    'CREATE TRIGGER after_all AFTER INSERT ON customers FOR EACH ROW INSERT INTO orders (customer) VALUES (NEW.id)',
  )
  const targets = ['Customers', 'Orders'].map((table) => ({ entity: table, target: upper(to, table), columns: ['id'] }))
  const found = await mysqlTargetReadiness(typed(to), contextWith(), targets)
  expect(found.map(({ statement }) => statement?.split(' ')[1])).toContain('TRIGGER')
})

it('a mirror follows tables in another spelling', async () => {
  await runMysql(from, ...SHOP)
  await run(destination, 'CREATE TABLE "Orders" (id int PRIMARY KEY, amount numeric(9,2))')
  const spelled = { ...from, database: isMysql ? from.database : from.database.toUpperCase() }
  const table = isMysql ? 'orders' : 'Orders'
  const mirror = await startMysqlMirror(spelled, destination, { [table]: { columns: ['id', 'amount'], key: ['id'] } })
  onTestFinished(() => mirror.stop())
  await runMysql(from, 'INSERT INTO orders VALUES (4, 2, 40)')
  await expect
    .poll(() => run(destination, `SELECT amount FROM "${table}" WHERE id = 4`).catch(() => []), { timeout: 20_000 })
    .toEqual([{ amount: '40.00' }])
})
