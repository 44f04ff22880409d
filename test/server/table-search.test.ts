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

it('finds the tables of a flow that moves everything by the newest run that has found any', async () => {
  const ends = await addEnds(api, base)
  const whole = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Whole shop', ...ends })).body.id
  expect(await found('invoices')).toEqual([])
  await run(
    api.storeUrl,
    `set search_path = millrace; select set_config('millrace.system', 'on', false);
     with old as (
       insert into runs (organization_id, flow_id, flow_version, flow_snapshot, status, trigger, queued_at, finished_at)
       select organization_id, id, 1, '{}', 'succeeded', 'person', now() - n * interval '1 hour', now() from flows, generate_series(1, 3) n where id = '${whole}'
       returning id, organization_id, queued_at),
     aged as (select *, row_number() over (order by queued_at desc) as age from old)
     insert into run_streams (organization_id, run_id, ordinal, stream)
     select organization_id, id, 0, jsonb_build_object('entity', 'public.invoices_' || age, 'target', 'public.invoices', 'status', 'succeeded')
     from aged where age > 1`,
  )
  const invoices = { entity: 'public.invoices_2', target: 'public.invoices', flow: { id: whole, name: 'Whole shop' } }
  expect(await found('invoices')).toEqual([invoices])
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
