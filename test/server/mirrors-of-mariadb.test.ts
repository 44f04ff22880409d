import { afterAll, beforeAll, expect, it } from 'vitest'

import { numbers } from '../support/mariadb/numbers.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, startShop } from '../support/shop.ts'

const ROW_LOG = { 'log-bin': 'log', 'server-id': '7', 'binlog-format': 'ROW', 'binlog-row-metadata': 'FULL' }

let mariadb: RunningMariadb
let shop: Awaited<ReturnType<typeof startShop>>

beforeAll(async () => {
  ;[mariadb, shop] = await Promise.all([startMariadb({ settings: ROW_LOG }), startShop()])
})
afterAll(async () => {
  await shop?.api.stop()
  await mariadb?.stop()
})

/** @returns the id of a connection to the server */
async function addMariadb(): Promise<string> {
  const { api, base } = shop
  const { host, port, user, password, database } = mariadb
  const credentials = { host, port, user, password, database, sslmode: 'disable' }
  const integration = await api.call('ada', 'POST', `${base}/integrations`, { name: 'm', type: 'mysql', credentials })
  const draft = { name: 'shop of MariaDB', type: 'mysql', integration_id: integration.body.id, config: {} }
  return (await api.call('ada', 'POST', `${base}/connections`, draft)).body.id
}

it('a mirror of MariaDB copies its tables by a run, and then brings every change by itself', async () => {
  const { api, base, target } = shop
  await runMysql(
    mariadb,
    'CREATE TABLE orders (id int PRIMARY KEY, name varchar(40), price decimal(8,2), at datetime)',
    `INSERT INTO orders SELECT seq, CONCAT('row ', seq), seq / 4, '2024-05-06 07:08:09' FROM ${numbers(1000)}`,
  )
  const entity = `${mariadb.database}.orders`
  const config = { streams: [{ entity, mode: 'mirror', zero_dates: 'fail' }], transformations: [] }
  const ends = { ...(await addEnds(api, base)), source_connection: { id: await addMariadb() } }
  const flow = await api.call('ada', 'POST', `${base}/flows`, { name: 'orders', ...ends, config })
  const place = `${base}/flows/${flow.body.id}`
  expect((await api.call('ada', 'POST', `${place}/mirror/check`, {})).body.hindrances).toEqual([])

  await api.call('ada', 'POST', `${place}/mirror`, { wanted: 'on' })
  const mirror = async () => (await api.call('ada', 'GET', `${place}/mirror`)).body
  await expect.poll(async () => (await mirror()).state, { timeout: 40_000 }).toBe('following')

  await runMysql(
    mariadb,
    `UPDATE orders SET name = 'changed' WHERE id = 7`,
    'DELETE FROM orders WHERE id = 8',
    `INSERT INTO orders VALUES (1001, 'new', 1.5, '2024-12-31 23:59:59')`,
  )
  const rows = () =>
    run(target, 'select id, name, price::text, at::text from orders where id in (7, 8, 1001) order by id')
  await expect.poll(rows, { timeout: 20_000 }).toEqual([
    { id: 7, name: 'changed', price: '1.75', at: '2024-05-06 07:08:09' },
    { id: 1001, name: 'new', price: '1.50', at: '2024-12-31 23:59:59' },
  ])
  await expect
    .poll(async () => (await mirror()).tables[0], { timeout: 10_000 })
    .toMatchObject({ entity, state: 'following', inserted: 1, updated: 1, deleted: 1, divergent: 0 })

  await runMysql(mariadb, 'ALTER TABLE orders MODIFY name varchar(80)', 'DELETE FROM orders WHERE id < 5')
  const left = () => run(target, 'select count(*)::int as rows from orders')
  await expect.poll(left, { timeout: 40_000 }).toEqual([{ rows: 996 }])
  await expect.poll(async () => (await mirror()).tables[0].state, { timeout: 20_000 }).toBe('following')

  await runMysql(mariadb, `INSERT INTO orders VALUES (1002, 'zero', 1, '0000-00-00 00:00:00')`)
  await expect
    .poll(async () => (await mirror()).tables[0], { timeout: 20_000 })
    .toMatchObject({ state: 'paused', problem: { code: 'VALUE_NOT_REPRESENTABLE' } })
}, 60_000)
