import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'

let shop: Shop
givenLoggedShop((started) => {
  shop = started
})

const STEPS = [
  { id: 's1', type: 'filter', stream: 'public.orders', settings: { where: 'price > 10' } },
  {
    id: 's2',
    type: 'compute',
    stream: 'public.orders',
    settings: { columns: [{ name: 'gross', expression: 'price * 2' }] },
  },
]

it('a mirror sends every change through its steps, and copies again when they have changed', async () => {
  const { api, base, source, target } = shop
  await run(source, 'create table orders (id int primary key, price int)')
  await run(source, 'insert into orders select n, n from generate_series(1, 20) n')
  const config = { streams: [{ entity: 'public.orders', mode: 'mirror' }], transformations: STEPS }
  const body = { name: 'orders', ...(await addEnds(api, base)), config }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const place = `${base}/flows/${id}`
  const state = async () => (await api.call('ada', 'GET', `${place}/mirror`)).body.state
  await api.call('ada', 'POST', `${place}/mirror`, { wanted: 'on' })
  await expect.poll(state, { timeout: 40_000 }).toBe('following')

  await run(source, 'update orders set price = 100 where id = 1; update orders set price = 0 where id = 20')
  const sums = () => run(target, 'select count(*)::int as rows, sum(gross)::int as gross from orders')
  const [first] = await run(
    source,
    'select count(*)::int as rows, sum(price * 2)::int as gross from orders where price > 10',
  )
  await expect.poll(async () => (await sums())[0], { timeout: 20_000 }).toEqual(first)

  const gross = { ...STEPS[1], settings: { columns: [{ name: 'gross', expression: 'price * 3' }] } }
  const changed = { config: { ...config, transformations: [STEPS[0], gross] } }
  expect((await api.call('ada', 'PATCH', place, changed)).status).toBe(200)
  const [second] = await run(
    source,
    'select count(*)::int as rows, sum(price * 3)::int as gross from orders where price > 10',
  )
  await expect.poll(async () => (await sums())[0], { timeout: 60_000 }).toEqual(second)

  // What the steps make of the source is compared with the destination.
  await api.call('ada', 'POST', `${place}/mirror/compare`, {})
  const table = async () => (await api.call('ada', 'GET', `${place}/mirror`)).body.tables[0]
  await expect
    .poll(table, { timeout: 30_000 })
    .toMatchObject({ compare_asked_at: null, proven_at: expect.any(String), proof_problem: null })
  await api.call('ada', 'POST', `${place}/mirror/cut-over`, { action: 'prove' })
  const cutOver = async () => (await api.call('ada', 'GET', `${place}/mirror`)).body.cut_over
  await expect
    .poll(cutOver, { timeout: 30_000 })
    .toMatchObject({ state: 'done', is_proven: true, tables: 1, changed_by_steps: [] })
}, 200_000)

it('a step that combines rows is refused with its name', async () => {
  const { api, base } = shop
  const limit = { id: 's3', type: 'limit', stream: 'public.orders', settings: { rows: 1 } }
  const config = { streams: [{ entity: 'public.orders', mode: 'mirror' }], transformations: [limit] }
  const body = { name: 'first order', ...(await addEnds(api, base)), config }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const { hindrances } = (await api.call('ada', 'POST', `${base}/flows/${id}/mirror/check`, {})).body
  expect(hindrances.map(({ reason }: { reason: string }) => reason)).toEqual([
    'A mirror has only steps that work row by row, which limit does not.',
  ])
})
