import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun } from '../support/shop.ts'

let shop: Shop
givenLoggedShop((started) => {
  shop = started
})

it('a mirror that is paused or fails keeps its targets for itself, by every connection, until it is ended', async () => {
  const { api, base, source, target } = shop
  await run(source, 'create table orders (id int primary key, name text, changed int not null default 1)')
  await run(source, `insert into orders select n, 'row ' || n from generate_series(1, 10) n`)
  const ends = await addEnds(api, base)
  const make = async (name: string, stream: object, own: object = ends) => {
    const config = { streams: [{ entity: 'public.orders', ...stream }], transformations: [] }
    return (await api.call('ada', 'POST', `${base}/flows`, { name, ...own, config })).body.id as string
  }
  const mirror = async (id: string) => (await api.call('ada', 'GET', `${base}/flows/${id}/mirror`)).body
  const want = (id: string, wanted: string) => api.call('ada', 'POST', `${base}/flows/${id}/mirror`, { wanted })
  const until = (id: string, state: string) =>
    expect.poll(async () => (await mirror(id)).state, { timeout: 30_000 }).toBe(state)
  const ended = async (path: string, body: object = {}) => {
    const { run_id: id } = (await api.call('ada', 'POST', path, body)).body
    const { status, error, streams } = await endedRun(api, base, id)
    return { status, code: error?.code ?? streams?.[0]?.error?.code }
  }
  const refused = { status: 'failed', code: 'TARGET_MISMATCH' }

  const first = await make('first', { mode: 'mirror' })
  const another = await make('another', { mode: 'upsert', cursor: 'changed' }, await addEnds(api, base))
  await want(first, 'on')
  await until(first, 'following')
  expect(await ended(`${base}/flows/${another}/run`)).toEqual(refused)

  await want(first, 'paused')
  await until(first, 'paused')
  // Long after it has stored its place in the log.
  await run(target, `update _millrace_fence set committed_at = now() - interval '3 days'`)
  expect(await ended(`${base}/flows/${another}/run`)).toEqual(refused)
  expect(await ended(`${base}/flows/${another}/backfill`, { streams: [{ entity: 'public.orders' }] })).toEqual(refused)
  const third = await make('third', { mode: 'replace' })
  const aside = async () => {
    const change = `${base}/flows/${third}/target-change`
    const wanted = { entity: 'public.orders', again: true }
    const { statement } = (await api.call('ada', 'POST', change, wanted)).body
    return (await api.call('ada', 'POST', change, { ...wanted, statement })).body
  }
  expect(await aside()).toMatchObject({ code: 'TARGET_MISMATCH', message: 'A mirror writes public.orders.' })
  const second = await make('second', { mode: 'mirror' })
  await want(second, 'on')
  await expect.poll(async () => (await mirror(second)).problem?.code, { timeout: 30_000 }).toBe('CONFLICT')
  await want(second, 'off')

  await want(first, 'off')
  await until(first, 'off')
  expect(await ended(`${base}/flows/${another}/run`)).toMatchObject({ status: 'succeeded' })
  expect(await aside()).toMatchObject({ target: 'public.orders' })
})
