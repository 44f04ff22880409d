import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'

let shop: Shop
givenLoggedShop((started) => {
  shop = started
})

interface Ends {
  readonly source_connection: object
  readonly destination_connection: object
}

const configOf = (entities: readonly string[], more: object = {}) => ({
  streams: entities.map((entity) => ({ entity: `public.${entity}`, mode: 'mirror', ...more })),
  transformations: [],
})

async function mirrored(name: string, ends: Ends, entities: readonly string[], more: object = {}) {
  const { api, base } = shop
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, { name, ...ends, config: configOf(entities, more) }))
    .body
  const place = `${base}/flows/${id}`
  const get = async () => (await api.call('ada', 'GET', `${place}/mirror`)).body
  const want = (wanted: string) => api.call('ada', 'POST', `${place}/mirror`, { wanted })
  const state = (expected: string) =>
    expect.poll(async () => (await get()).state, { timeout: 60_000, interval: 200 }).toBe(expected)
  const mirror = (wanted: readonly string[]) => api.call('ada', 'PATCH', place, { config: configOf(wanted, more) })
  const table = async (entity: string) =>
    (await get()).tables.find((one: { entity: string }) => one.entity === `public.${entity}`)
  const ask = (entity: string, action: string) =>
    api.call('ada', 'POST', `${place}/mirror/tables`, { entity: `public.${entity}`, action })
  return { get, want, state, mirror, table, ask }
}

it('a table that is added to a mirror later, and whose changes would come back, waits with the reason; the others go on', async () => {
  const { api, base, source, target } = shop
  const there = await addEnds(api, base)
  const others = await addEnds(api, base)
  const back = { source_connection: others.destination_connection, destination_connection: others.source_connection }
  for (const database of [source, target])
    await run(database, 'create table orders (id int primary key); create table notes (id int primary key)')
  const first = await mirrored('There', there, ['orders'])
  await first.want('on')
  await first.state('following')
  const second = await mirrored('Back', back, ['notes'])
  await second.want('on')
  await second.state('following')

  await run(target, 'insert into notes values (5)')
  await expect.poll(() => run(source, 'select id from notes'), { timeout: 20_000 }).toEqual([{ id: 5 }])
  await run(source, 'insert into orders values (1)')
  await second.mirror(['notes', 'orders'])
  await expect
    .poll(() => second.table('orders'), { timeout: 30_000 })
    .toMatchObject({
      state: 'paused',
      problem: {
        code: 'MIRROR_NOT_READY',
        message: 'The changes of public.orders would come back to it, by way of There.',
      },
    })
  await run(target, 'insert into notes values (7)')
  await expect.poll(() => run(source, 'select id from notes'), { timeout: 20_000 }).toHaveLength(2)
  // Started again, and asked by a person, it still waits.
  await second.want('paused')
  await second.want('on')
  await second.state('following')
  await second.ask('orders', 'resume')
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(await second.table('orders')).toMatchObject({ state: 'paused' })
  await first.want('paused')
  await first.want('on')
  await first.state('following')
  await run(source, 'insert into orders values (2)')
  await expect.poll(() => run(target, 'select id from orders order by id')).toEqual([{ id: 1 }, { id: 2 }])

  await first.want('off')
  await first.state('off')
  await run(target, 'delete from orders where id = 1')
  await second.ask('orders', 'resume')
  await expect.poll(() => second.table('orders'), { timeout: 30_000 }).toMatchObject({ state: 'following' })
  expect(await run(source, 'select id from orders')).toEqual([{ id: 2 }])
}, 200_000)

it('of two mirrors in both directions that start at once, one follows, and the other says why not', async () => {
  const { api, base, source, target } = shop
  const there = await addEnds(api, base)
  const others = await addEnds(api, base)
  const back = { source_connection: others.destination_connection, destination_connection: others.source_connection }
  for (const database of [source, target]) await run(database, 'create table twin (id int primary key)')
  const two = [await mirrored('To', there, ['twin']), await mirrored('Fro', back, ['twin'])]
  await Promise.all(two.map(({ want }) => want('on')))
  const found = async () => {
    const mirrors = await Promise.all(two.map(({ get }) => get()))
    return mirrors.map(({ state, problem }) => (state === 'following' ? state : problem?.code)).sort()
  }
  await expect.poll(found, { timeout: 60_000 }).toEqual(['MIRROR_NOT_READY', 'following'])
  // The one that was refused tries again, and is refused again.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(await found()).toEqual(['MIRROR_NOT_READY', 'following'])
}, 100_000)

it('a column that came is left out by a mirror whose flow ignores such columns, also after it was started again', async () => {
  const { api, base, source, target } = shop
  await run(source, 'create table goods (id int primary key); insert into goods values (1)')
  const goods = await mirrored('Goods', await addEnds(api, base), ['goods'], { drift: 'ignore' })
  await goods.want('on')
  await goods.state('following')
  await run(source, 'alter table goods add column note text; insert into goods values (2, $$x$$)')
  await expect.poll(() => run(target, 'select * from goods order by id')).toEqual([{ id: 1 }, { id: 2 }])
  await goods.want('paused')
  await goods.state('paused')
  await goods.want('on')
  await run(source, 'insert into goods values (3, $$y$$)')
  await expect
    .poll(() => run(target, 'select * from goods order by id'), { timeout: 30_000 })
    .toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
}, 100_000)
