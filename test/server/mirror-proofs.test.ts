import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'

let shop: Shop
givenLoggedShop((started) => {
  shop = started
})

it('a mirror is compared by itself and on demand; what differs is shown, sent again, counted and told', async () => {
  const { api, base, source, target } = shop
  await run(source, 'create table orders (id int primary key, name text)')
  await run(source, `insert into orders select n, 'row ' || n from generate_series(1, 1000) n`)
  const config = { streams: [{ entity: 'public.orders', mode: 'mirror' }], transformations: [] }
  const body = { name: 'orders', ...(await addEnds(api, base)), config }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const channel = { kind: 'webhook', url: 'http://127.0.0.1:9/', events: ['failed', 'recovered'] }
  await api.call('ada', 'POST', `${base}/alert-channels`, channel)
  const place = `${base}/flows/${id}/mirror`
  const compare = (entities?: readonly string[]) => api.call('ada', 'POST', `${place}/compare`, { entities })
  const table = async () => (await api.call('ada', 'GET', place)).body.tables[0]
  const until = (expected: object) => expect.poll(table, { timeout: 30_000 }).toMatchObject(expected)

  expect(await compare()).toMatchObject({ status: 409, body: { code: 'MIRROR_OFF' } })
  await api.call('ada', 'POST', place, { wanted: 'on' })
  await until({ state: 'following', proven_at: expect.any(String), compared_at: expect.any(String) })
  const first = await table()
  expect(first.difference).toBeNull()
  expect(Date.now() - Date.parse(first.proven_at)).toBeLessThan(30_000)

  await run(target, `begin; update orders set name = 'by hand' where id = 7; delete from orders where id = 8; commit`)
  expect((await compare(['public.orders'])).body.tables[0].compare_asked_at).toEqual(expect.any(String))
  await until({ compare_asked_at: null, difference: { missing: 1, changed: 1, extra: 0, repaired: 2 } })
  expect((await table()).proven_at).toBe(first.proven_at)
  const { columns, rows } = (await api.call('ada', 'GET', `${place}/difference?entity=public.orders`)).body
  expect(columns).toEqual(['id', 'name'])
  expect(rows).toContainEqual({ before: ['7', 'by hand'], after: ['7', 'row 7'] })
  expect(rows).toContainEqual({ after: ['8', 'row 8'] })
  expect(await run(target, 'select name from orders where id in (7, 8) order by id')).toEqual([
    { name: 'row 7' },
    { name: 'row 8' },
  ])

  await until({ inserted: 1, updated: 1, deleted: 0 })

  await compare()
  await expect.poll(async () => (await table()).proven_at > first.proven_at, { timeout: 30_000 }).toBe(true)
  // Written anew at the source, of which the log says nothing: it is compared at once, and nobody doubts it any more.
  const { proven_at: provenBefore } = await table()
  await run(source, 'vacuum full orders')
  await expect.poll(async () => (await table()).proven_at > provenBefore, { timeout: 40_000 }).toBe(true)
  await until({ state: 'following', problem: null, proof_problem: null })
  expect((await compare(['public.missing'])).status).toBe(404)
  const told = await run<{ mirror: object }>(
    shop.api.storeUrl,
    `select message->'mirror' as mirror from millrace.alert_deliveries where message->'flow'->>'id' = $1 order by message->>'raised_at'`,
    [id],
  )
  expect(told.map(({ mirror }) => mirror)).toEqual([
    { entity: 'public.orders', difference: { missing: 1, changed: 1, extra: 0 } },
    { entity: 'public.orders', repaired: 2 },
  ])
  const { events } = (await api.call('ada', 'GET', `${base}/audit`)).body
  expect(events.map(({ action }: { action: string }) => action)).toContain('flow.mirror_compared')
})
