import { afterAll, beforeAll, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let base: string
let flow: string

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  const ends = await addEnds(api, base)
  const config = { streams: [{ entity: 'sales.orders', target: 'mart.order_lines' }, { entity: 'sales.customers' }] }
  flow = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends, config })).body.id
})

afterAll(() => api.stop())

const found = async (words: string) =>
  (await api.call('ada', 'GET', `${base}/tables?q=${encodeURIComponent(words)}`)).body.tables

it('finds a table by words of its name at either end, with the flow that moves it', async () => {
  const orders = { entity: 'sales.orders', target: 'mart.order_lines', flow: { id: flow, name: 'Shop' } }
  expect(await found('sales ORDERS')).toEqual([orders])
  expect(await found('order_lines')).toEqual([orders])
  expect(await found('customers')).toMatchObject([{ entity: 'sales.customers', flow: { id: flow } }])
})

it('takes signs of patterns as they are', async () => {
  expect(await found('sales_orders')).toEqual([])
  expect(await found('%')).toEqual([])
})

it('finds nothing of another organization', async () => {
  const other = await api.organizationOf('bob')
  expect((await api.call('bob', 'GET', `/v1/organizations/${other}/tables?q=orders`)).body.tables).toEqual([])
})

it('answers quickly over 10,000 flows, one of them with 3,000 tables', async () => {
  await run(
    api.storeUrl,
    `set search_path = millrace; select set_config('millrace.system', 'on', false);
     insert into flows (organization_id, name, enabled, source_connection_id, destination_connection_id, config)
     select organization_id, 'Flow ' || n, true, source_connection_id, destination_connection_id,
       jsonb_build_object('streams', (select jsonb_agg(jsonb_build_object('entity', 'area_' || n || '.table_' || t, 'mode', 'replace'))
         from generate_series(1, case when n = 1 then 3000 else 3 end) t))
     from flows, generate_series(1, 10000) n where id = '${flow}'`,
  )
  await found('orders')
  const started = performance.now()
  expect(await found('table_2999')).toMatchObject([{ entity: 'area_1.table_2999', flow: { name: 'Flow 1' } }])
  expect(performance.now() - started).toBeLessThan(1_000)
})
