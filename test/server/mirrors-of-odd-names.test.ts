import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'

let shop: Shop
givenLoggedShop((started) => {
  shop = started
})

it('a mirror follows, compares and proves tables whose names have dots, quotes and SQL in them', async () => {
  const { api, base, source, target } = shop
  const table = `"my.sch""e'ma"."o""dd'; drop table x; --"`
  await run(source, `create schema "my.sch""e'ma"`)
  await run(source, `create table ${table} ("i""d' ?" serial primary key, "b\\'c %s $$" text)`)
  await run(source, `insert into ${table} ("b\\'c %s $$") select 'x' || n from generate_series(1, 20) n`)
  const body = { name: 'odd', ...(await addEnds(api, base)), config: { streams: [{ entity: table, mode: 'mirror' }] } }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const place = `${base}/flows/${id}/mirror`
  const mirror = async () => (await api.call('ada', 'GET', place)).body
  await api.call('ada', 'POST', place, { wanted: 'on' })
  await expect.poll(async () => (await mirror()).state, { timeout: 40_000 }).toBe('following')

  await run(source, `update ${table} set "b\\'c %s $$" = 'chan''ged\\' where "i""d' ?" = 1`)
  const first = `select "b\\'c %s $$" as value from ${table} where "i""d' ?" = 1`
  await expect.poll(() => run(target, first), { timeout: 20_000 }).toEqual([{ value: `chan'ged\\` }])
  await api.call('ada', 'POST', `${place}/cut-over`, { action: 'prove' })
  await expect.poll(async () => (await mirror()).cut_over?.is_proven, { timeout: 40_000 }).toBe(true)
}, 150_000)
