import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'

let shop: Shop
givenLoggedShop((started) => {
  shop = started
})

it('a mirror that would lead back to its own tables is refused with the others on the way, by whatever connections', async () => {
  const { api, base, source, target } = shop
  for (const database of [source, target]) await run(database, 'create table orders (id int primary key)')
  const make = async (name: string, ends: object, entity = 'public.orders', to = 'public.orders') => {
    const config = { streams: [{ entity, target: to, mode: 'mirror' }], transformations: [] }
    return (await api.call('ada', 'POST', `${base}/flows`, { name, ...ends, config })).body.id as string
  }
  const hindrances = async (id: string) =>
    (await api.call('ada', 'POST', `${base}/flows/${id}/mirror/check`, {})).body.hindrances
  const there = await addEnds(api, base)
  const others = await addEnds(api, base)
  const first = await make('There', there)
  await api.call('ada', 'POST', `${base}/flows/${first}/mirror`, { wanted: 'on' })
  await expect
    .poll(async () => (await api.call('ada', 'GET', `${base}/flows/${first}/mirror`)).body.state, { timeout: 30_000 })
    .toBe('following')

  const back = { source_connection: others.destination_connection, destination_connection: others.source_connection }
  const second = await make('Back', back)
  expect(await hindrances(second)).toMatchObject([
    { entity: 'public.orders', reason: 'The changes of public.orders would come back to it, by way of There.' },
  ])
  const elsewhere = await make('Elsewhere', back, 'public.orders', 'public.copies')
  expect(await hindrances(elsewhere)).toEqual([])

  await api.call('ada', 'POST', `${base}/flows/${first}/mirror`, { wanted: 'off' })
  await expect
    .poll(async () => (await api.call('ada', 'GET', `${base}/flows/${first}/mirror`)).body.state, { timeout: 30_000 })
    .toBe('off')
  expect(await hindrances(second)).toEqual([])
})

it('a mirror does not start into a table whose trigger writes to another one of it, and names the statement', async () => {
  const { api, base, source, target } = shop
  for (const database of [source, target])
    await run(database, 'create table sales (id int primary key); create table sums (id int primary key, n int)')
  await run(
    target,
    `create function sum_up() returns trigger language plpgsql as $$ begin update sums set n = n + 1; return null; end $$;
     create trigger summing after insert on sales for each row execute function sum_up()`,
  )
  const streams = ['public.sales', 'public.sums'].map((entity) => ({ entity, mode: 'mirror' }))
  const body = { name: 'Sales', ...(await addEnds(api, base)), config: { streams, transformations: [] } }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const place = `${base}/flows/${id}/mirror`
  const statement = 'ALTER TABLE "public"."sales" DISABLE TRIGGER "summing";'
  expect((await api.call('ada', 'POST', `${place}/check`, {})).body.hindrances).toMatchObject([
    { entity: 'public.sales', side: 'destination', statement },
  ])
  await api.call('ada', 'POST', place, { wanted: 'on' })
  const mirror = async () => (await api.call('ada', 'GET', place)).body
  await expect
    .poll(async () => (await mirror()).problem, { timeout: 30_000 })
    .toMatchObject({ code: 'MIRROR_NOT_READY', side: 'destination', hint: `Execute at the destination: ${statement}` })

  await run(target, statement)
  await expect.poll(async () => (await mirror()).state, { timeout: 40_000 }).toBe('following')
})
