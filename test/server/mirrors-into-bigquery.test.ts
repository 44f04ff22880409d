import { expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { endedRun } from '../support/shop.ts'

let shop: Shop
givenLoggedShop(
  (started) => {
    shop = started
  },
  { startsTasks: true },
)

it('a flow mirrors a shop into BigQuery in its interval, is proven equal, and lets nobody else write its tables', async () => {
  const { api, base, source } = shop
  await run(source, 'create table orders (id int primary key, name text)')
  await run(source, `insert into orders select n, 'row ' || n from generate_series(1, 500) n`)
  const dataset = await api.call('ada', 'POST', `${base}/stand-ins`, { type: 'bigquery', capability: 'destination' })
  const ends = {
    source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
    destination_connection: { id: dataset.body.id },
  }
  const make = async (name: string, mode: object, more: object = {}) => {
    const config = { streams: [{ entity: 'public.orders', ...mode }], transformations: [], ...more }
    return (await api.call('ada', 'POST', `${base}/flows`, { name, ...ends, config })).body.id
  }
  const id = await make('orders', { mode: 'mirror' }, { mirror_seconds: 15 })
  const place = `${base}/flows/${id}/mirror`
  const { hindrances } = (await api.call('ada', 'POST', `${place}/check`, {})).body
  expect(hindrances).toMatchObject([
    { is_note: true, side: 'destination', reason: expect.stringContaining('5,760 transactions a day') },
  ])

  await api.call('ada', 'POST', place, { wanted: 'on' })
  const table = async () => (await api.call('ada', 'GET', place)).body.tables[0]
  const until = (expected: object) => expect.poll(table, { timeout: 90_000 }).toMatchObject(expected)
  await until({ state: 'following' })
  await run(
    source,
    `insert into orders values (501, 'new'); update orders set name = 'changed' where id < 3; delete from orders where id = 9`,
  )
  await until({ inserted: 1, updated: 2, deleted: 1 })
  await api.call('ada', 'POST', `${place}/compare`, {})
  await until({ compare_asked_at: null, proven_at: expect.any(String), difference: null })

  expect(await api.call('ada', 'POST', `${place}/cut-over`, { action: 'prove' })).toMatchObject({
    status: 422,
    body: { code: 'CANNOT_CUT_OVER' },
  })
  await api.call('ada', 'POST', place, { wanted: 'paused' })
  await expect.poll(async () => (await api.call('ada', 'GET', place)).body.state, { timeout: 30_000 }).toBe('paused')
  const other = await make('another', { mode: 'append' })
  const { run_id: runId } = (await api.call('ada', 'POST', `${base}/flows/${other}/run`)).body
  const { error, streams } = await endedRun(api, base, runId)
  expect(error?.code ?? streams?.[0]?.error?.code).toBe('TARGET_MISMATCH')
}, 300_000)
