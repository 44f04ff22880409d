import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../../support/logged-shop.ts'
import { run } from '../../support/run-sql.ts'
import { addEnds } from '../../support/shop.ts'
import { taskProcesses } from './process-of-port.ts'

let shop: Shop
givenLoggedShop(
  (started) => {
    shop = started
  },
  { startsTasks: true },
)

async function mirrored(table: string, rows: number) {
  const { api, base, source, target } = shop
  const made = `create table ${table} (id serial primary key, name text)`
  for (const database of [source, target]) await run(database, made)
  await run(source, `insert into ${table} (name) select 'row ' || n from generate_series(1, ${rows}) n`)
  const streams = [{ entity: `public.${table}`, mode: 'mirror' }]
  const body = { name: table, ...(await addEnds(api, base)), config: { streams, transformations: [] } }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const place = `${base}/flows/${id}/mirror`
  const get = async () => (await api.call('ada', 'GET', place)).body
  await api.call('ada', 'POST', place, { wanted: 'on' })
  await expect.poll(async () => (await get()).state, { timeout: 60_000 }).toBe('following')
  const cutOver = (action: string) => api.call('ada', 'POST', `${place}/cut-over`, { action })
  return { get, cutOver, found: async () => (await get()).cut_over }
}

const kill = () => {
  for (const pid of taskProcesses()) process.kill(pid, 'SIGKILL')
}

it('a cut-over whose process is killed at any moment is proven by the next one, with the numbers after all rows', async () => {
  const { source, target } = shop
  const { cutOver, found } = await mirrored('orders', 150_000)
  for (const ms of [200, 1_000]) {
    await run(target, `select setval('orders_id_seq', 1)`)
    await run(target, `update orders set name = 'by hand' where id = 7`)
    await cutOver('prove')
    await sleep(ms)
    kill()
    await expect.poll(async () => (await found())?.state, { timeout: 60_000 }).toBe('done')
    expect(await found()).toMatchObject({ is_proven: true, tables: 1, numbers: [{ last: '150000' }] })
    expect(await run(target, 'select name from orders where id = 7')).toEqual([{ name: 'row 7' }])
  }
  expect(await run(target, `insert into orders (name) values ('next') returning id`)).toEqual([{ id: 150_001 }])
  await run(target, 'delete from orders where id > 150000')
  const sum = 'select count(*), sum(hashtext(orders::text)::bigint) from orders'
  expect(await run(target, sum)).toEqual(await run(source, sum))
}, 300_000)

it('changes after a proof are counted, or the proof does not count any more, also when the process is killed before it has told of them', async () => {
  const { source, target } = shop
  const { get, cutOver, found } = await mirrored('later', 10)
  await cutOver('prove')
  await expect.poll(async () => (await found())?.state, { timeout: 60_000 }).toBe('done')
  await sleep(1_500)
  expect((await found()).is_proven).toBe(true)
  await run(source, `insert into later (id, name) values (1000, 'late')`)
  await expect
    .poll(() => run(target, 'select id from later where id = 1000'), { timeout: 20_000, interval: 5 })
    .toHaveLength(1)
  kill()
  await expect.poll(async () => (await get()).state, { timeout: 60_000 }).not.toBe('following')
  await expect.poll(async () => (await get()).state, { timeout: 60_000 }).toBe('following')
  await sleep(1_500)
  const { is_proven: isProven, written_after: written = [] } = await found()
  expect({ isProven, isTold: written.length > 0 }).not.toEqual({ isProven: true, isTold: false })
}, 200_000)
