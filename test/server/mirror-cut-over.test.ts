import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'

let shop: Shop
givenLoggedShop((started) => {
  shop = started
})

it('a cut-over proves all tables, sets the numbers of the destination, names later writes, and can be aborted', async () => {
  const { api, base, source, target } = shop
  const tables = 'create table orders (id serial primary key, name text); create table quiet (id int primary key)'
  await run(source, tables)
  await run(source, `insert into orders (name) select 'row ' || n from generate_series(1, 1000) n`)
  await run(source, 'create view latest as select max(id) from orders')
  await run(target, tables)
  const streams = ['public.orders', 'public.quiet'].map((entity) => ({ entity, mode: 'mirror' }))
  const body = { name: 'orders', ...(await addEnds(api, base)), config: { streams, transformations: [] } }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const place = `${base}/flows/${id}/mirror`
  const cutOver = (action: string) => api.call('ada', 'POST', `${place}/cut-over`, { action })
  const found = async () => (await api.call('ada', 'GET', place)).body.cut_over
  const mirror = async () => (await api.call('ada', 'GET', place)).body

  expect(await cutOver('prove')).toMatchObject({ status: 409, body: { code: 'MIRROR_OFF' } })
  await api.call('ada', 'POST', place, { wanted: 'on' })
  await expect.poll(async () => (await mirror()).state, { timeout: 30_000 }).toBe('following')
  expect(await found()).toBeNull()

  expect((await cutOver('prove')).body.cut_over).toMatchObject({ state: 'asked', asked_at: expect.any(String) })
  await expect.poll(async () => (await found())?.state, { timeout: 30_000 }).toBe('done')
  expect(await found()).toMatchObject({
    ...{ is_proven: true, tables: 2, compared: 2, rows: 1000, differing: [], unsettled: [], changed_by_steps: [] },
    as_of: expect.any(String),
    position: expect.any(String),
    numbers: [{ table: 'public.orders', column: 'id', last: '1000' }],
    absent: [{ kind: 'view', count: 1, names: ['public.latest'] }],
  })
  expect((await found()).written_after).toBeUndefined()
  expect(await run(target, `insert into orders (name) values ('there') returning id`)).toEqual([{ id: 1001 }])
  await run(target, 'delete from orders where id = 1001')

  // Somebody has not stopped.
  await run(source, 'update orders set name = name where id < 4')
  await expect
    .poll(async () => (await found()).written_after, { timeout: 20_000 })
    .toEqual([{ entity: 'public.orders', changes: 3 }])

  expect((await cutOver('abort')).body.cut_over).toBeNull()
  await run(source, 'insert into quiet values (1)')
  await expect.poll(() => run(target, 'select id from quiet'), { timeout: 20_000 }).toEqual([{ id: 1 }])
  expect(await found()).toBeNull()

  // What was asked outlives a pause.
  await cutOver('prove')
  await api.call('ada', 'POST', place, { wanted: 'paused' })
  await api.call('ada', 'POST', place, { wanted: 'on' })
  await expect.poll(async () => (await found())?.is_proven, { timeout: 30_000 }).toBe(true)

  await api.call('ada', 'POST', place, { wanted: 'off' })
  await expect.poll(async () => (await mirror()).state, { timeout: 30_000 }).toBe('off')
  expect(await found()).toBeNull()
  const { events } = (await api.call('ada', 'GET', `${base}/audit`)).body
  const actions = events.map(({ action }: { action: string }) => action)
  expect(actions).toContain('flow.cut_over_prepared')
  expect(actions).toContain('flow.cut_over_aborted')
})

it('after a proven cut-over, rows that an application writes to the destination are not taken back by a comparison', async () => {
  const { api, base, source, target } = shop
  for (const database of [source, target]) await run(database, 'create table sales (id serial primary key, name text)')
  await run(source, `insert into sales (name) select 'row ' || n from generate_series(1, 10) n`)
  const streams = [{ entity: 'public.sales', mode: 'mirror' }]
  const body = { name: 'sales', ...(await addEnds(api, base)), config: { streams, transformations: [] } }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const place = `${base}/flows/${id}/mirror`
  const mirror = async () => (await api.call('ada', 'GET', place)).body
  const compared = async () => (await mirror()).tables[0].compared_at
  await api.call('ada', 'POST', place, { wanted: 'on' })
  await expect.poll(async () => (await mirror()).tables[0]?.proven_at, { timeout: 30_000 }).toEqual(expect.any(String))
  await api.call('ada', 'POST', `${place}/cut-over`, { action: 'prove' })
  await expect.poll(async () => (await mirror()).cut_over?.is_proven, { timeout: 30_000 }).toBe(true)

  await run(target, `insert into sales (name) values ('there')`)
  await api.call('ada', 'POST', place, { wanted: 'paused' })
  await expect.poll(async () => (await mirror()).state, { timeout: 30_000 }).toBe('paused')
  await run(
    api.storeUrl,
    `update millrace.mirror_tables set compared_at = now() - interval '2 hours' where flow_id = '${id}'`,
  )
  const before = await compared()
  await api.call('ada', 'POST', place, { wanted: 'on' })
  await expect.poll(async () => (await mirror()).state, { timeout: 30_000 }).toBe('following')
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  expect(await run(target, `select id from sales where name = 'there'`)).toEqual([{ id: 11 }])
  expect(await compared()).toBe(before)
  expect((await mirror()).cut_over).toMatchObject({ is_proven: true })

  await api.call('ada', 'POST', `${place}/cut-over`, { action: 'abort' })
  await expect.poll(() => run(target, `select id from sales where name = 'there'`), { timeout: 30_000 }).toEqual([])
}, 120_000)
