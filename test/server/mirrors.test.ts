import { describe, type ExpectStatic, expect, it, vi } from 'vitest'

import { givenLoggedShop, type Shop } from '../support/logged-shop.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'

/** Each starts a mirror, and mostly waits for it: those that let the others be do so at the same time. */
vi.setConfig({ testTimeout: 240_000 })

/** How soon a busy machine is done is not the subject. */
const PATIENCE = 90_000

let shop: Shop
givenLoggedShop(
  (started) => {
    shop = started
  },
  { environment: { MIRROR_LOG: '16' } },
)

/** A flow that mirrors one table of the shop, with a thousand rows. What is expected belongs to the test that asks for it, beside others. */
async function mirrored(table: string, expect: ExpectStatic) {
  const { api, base, source, target } = shop
  await run(source, `create table ${table} (id int primary key, name text)`)
  await run(source, `insert into ${table} select n, 'row ' || n from generate_series(1, 1000) n`)
  const config = { streams: [{ entity: `public.${table}`, mode: 'mirror' }], transformations: [] }
  const body = { name: table, ...(await addEnds(api, base)), config }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, body)).body
  const place = `${base}/flows/${id}`
  const get = async () => (await api.call('ada', 'GET', `${place}/mirror`)).body
  const want = (wanted: string) => api.call('ada', 'POST', `${place}/mirror`, { wanted })
  const state = (expected: string) => expect.poll(async () => (await get()).state, { timeout: PATIENCE }).toBe(expected)
  const find = async (id: number) =>
    (await run<{ name: string }>(target, `select name from ${table} where id = $1`, [id]))[0]?.name
  const arrived = (id: number, name: string | undefined) =>
    expect
      // What the mirror says of itself tells why a row has not arrived.
      .poll(async () => (await find(id)) ?? (name === undefined ? undefined : await get()), { timeout: PATIENCE })
      .toBe(name)
  const slots = () => run(source, `select slot_name from pg_replication_slots where slot_name = $1`, [slot(id)])
  return { id, place, get, want, state, arrived, slots }
}

const slot = (flowId: string) => `millrace_${flowId.replaceAll('-', '')}`

describe.concurrent('beside other mirrors,', () => {
  it('a mirror copies its tables by a run, and then brings every change by itself', async ({ expect }) => {
    const { api, base, source } = shop
    const { id, place, get, want, state, arrived } = await mirrored('orders', expect)
    expect(await get()).toMatchObject({ wanted: 'off', state: 'off', tables: [] })

    expect((await want('on')).body).toMatchObject({ wanted: 'on', state: 'starting' })
    await state('following')
    const [copy] = (await api.call('ada', 'GET', `${place}/runs`)).body.runs
    expect(copy).toMatchObject({ trigger: 'mirror', status: 'succeeded' })

    await run(source, `update orders set name = 'changed' where id = 7; delete from orders where id = 8`)
    await run(source, `insert into orders values (1001, 'new')`)
    await arrived(1001, 'new')
    await arrived(7, 'changed')
    await arrived(8, undefined)
    await expect
      .poll(async () => (await get()).tables[0], { timeout: PATIENCE })
      .toMatchObject({ entity: 'public.orders', state: 'following', inserted: 1, updated: 1, deleted: 1, divergent: 0 })
    expect((await get()).tables[0].copy_run_id).toBe(copy.id)
    const { body: all } = await api.call('ada', 'GET', `${base}/mirrors`)
    const listed = all.find((mirror: { flow_id: string }) => mirror.flow_id === id)
    expect(listed).toMatchObject({ flow_name: 'orders', state: 'following', tables: 1, waiting_tables: 0 })
    expect((await api.call('ada', 'GET', place)).body.mirror).toMatchObject({ wanted: 'on', state: 'following' })
  })

  it('nobody runs a flow that mirrors: its rows would be older than those of the log', async ({ expect }) => {
    const { place } = await mirrored('items', expect)
    const { status, body } = await shop.api.call('ada', 'POST', `${place}/run`)
    expect([status, body.code]).toEqual([409, 'FLOW_MIRRORED'])
  })

  it('a paused mirror goes on where it was, and leaves a receipt of what it brought', async ({ expect }) => {
    const { source, api } = shop
    const { id, place, want, state, arrived } = await mirrored('parts', expect)
    await want('on')
    await state('following')
    await run(source, `insert into parts values (2001, 'before')`)
    await arrived(2001, 'before')

    await want('paused')
    await state('paused')
    await run(source, `insert into parts values (2002, 'meanwhile')`)
    const { windows } = (await api.call('ada', 'GET', `${place}/mirror/windows`)).body
    expect(windows).toMatchObject([{ number: 1, transactions: 1, tables: [{ entity: 'public.parts', inserted: 1 }] }])

    await want('on')
    await arrived(2002, 'meanwhile')
    expect((await api.call('ada', 'GET', `${place}/runs`)).body.runs).toHaveLength(1)

    // The log of a paused one is looked at every two minutes; whoever turns the flow on again does not wait for that.
    const enable = async (enabled: boolean) =>
      expect((await api.call('ada', 'PATCH', place, { enabled })).status).toBe(200)
    const nextLook = () =>
      run(api.storeUrl, 'select next_try_at > now() as later from millrace.mirrors where flow_id = $1', [id])
    await enable(false)
    await expect.poll(nextLook, { timeout: PATIENCE }).toEqual([{ later: true }])
    await run(source, `insert into parts values (2003, 'later')`)
    await enable(true)
    await arrived(2003, 'later')
  })

  it('the source keeps no log any more when a mirror ends, or its flow is deleted', async ({ expect }) => {
    const { api } = shop
    const { place, want, state, slots } = await mirrored('ends', expect)
    await want('on')
    await state('following')
    expect(await slots()).toHaveLength(1)

    await want('off')
    await state('off')
    expect(await slots()).toEqual([])

    await want('on')
    await state('following')
    await api.call('ada', 'DELETE', place)
    await expect.poll(slots, { timeout: PATIENCE }).toEqual([])
  })

  it('a source is not deleted before it has been told to forget the log of a mirror', async ({ expect }) => {
    const { api, base } = shop
    const { place, want, state, slots } = await mirrored('deleted', expect)
    await want('on')
    await state('following')
    const { source_connection: source } = (await api.call('ada', 'GET', place)).body
    await api.call('ada', 'DELETE', place)
    const remove = () => api.call('ada', 'DELETE', `${base}/connections/${source.id}`)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'CONNECTION_IN_USE' } })
    await expect.poll(async () => (await remove()).status, { timeout: PATIENCE, interval: 200 }).toBe(204)
    expect(await slots()).toEqual([])
  })

  it('says before it starts what has to be done at the source', async ({ expect }) => {
    const { api, source } = shop
    const { place } = await mirrored('keyless', expect)
    await run(source, 'alter table keyless drop constraint keyless_pkey')
    const { body } = await api.call('ada', 'POST', `${place}/mirror/check`, {})
    expect(body.hindrances).toMatchObject([
      { entity: 'public.keyless', statement: 'ALTER TABLE "public"."keyless" REPLICA IDENTITY FULL;' },
    ])
  })

  it('a table pauses, goes on with what waited, and is copied again, while the mirror stays on', async ({ expect }) => {
    const { source, target, api } = shop
    const { place, get, want, state, arrived } = await mirrored('goods', expect)
    const ask = (action: string) =>
      api.call('ada', 'POST', `${place}/mirror/tables`, { entity: 'public.goods', action })
    const table = (expected: object) =>
      expect.poll(async () => (await get()).tables[0], { timeout: PATIENCE }).toMatchObject(expected)
    await want('on')
    await state('following')

    await ask('pause')
    await table({ state: 'paused' })
    await run(source, `insert into goods values (3001, 'waits')`)
    await ask('resume')
    await arrived(3001, 'waits')
    await table({ state: 'following' })

    await run(target, 'delete from goods where id < 500')
    await ask('copy')
    await expect.poll(async () => (await run(target, 'select from goods')).length, { timeout: PATIENCE }).toBe(1001)
    await table({ state: 'following' })
    // A comparison may have sent the rows before the copy does.
    await expect
      .poll(async () => (await api.call('ada', 'GET', `${place}/runs`)).body.runs, { timeout: PATIENCE })
      .toHaveLength(2)
  })

  it('a table whose changes the destination refuses pauses with the reason, and the others go on', async ({
    expect,
  }) => {
    const { target, source } = shop
    const { get, want, state, arrived } = await mirrored('narrow', expect)
    await want('on')
    await state('following')
    await run(target, `alter table narrow add check (name <> 'refused')`)
    await run(source, `insert into narrow values (4001, 'refused')`)
    await expect
      .poll(async () => (await get()).tables[0], { timeout: PATIENCE })
      .toMatchObject({ state: 'paused', problem: { code: expect.any(String) } })
    await run(target, 'alter table narrow drop constraint narrow_name_check')
    await arrived(4001, undefined)
  })

  it('a channel is told when a table pauses by itself, and a flow with a freshness limit is late only if its mirror is', async ({
    expect,
  }) => {
    const { api, base, source, target } = shop
    const { id, place, get, want, state } = await mirrored('told', expect)
    const channel = { kind: 'webhook', url: 'http://127.0.0.1:9/', events: ['failed'] }
    await api.call('ada', 'POST', `${base}/alert-channels`, channel)
    await api.call('ada', 'PATCH', place, { freshness_minutes: 5 })
    await run(shop.api.storeUrl, `update millrace.flows set late_since = now() where id = $1`, [id])
    await want('on')
    await state('following')
    await run(source, `insert into told values (5001, 'fresh')`)
    await expect
      .poll(async () => (await api.call('ada', 'GET', place)).body.late_since, { timeout: PATIENCE })
      .toBeNull()

    await run(target, `alter table told add check (id < 6000)`)
    await run(source, `insert into told values (6001, 'refused')`)
    await expect.poll(async () => (await get()).tables[0].state, { timeout: PATIENCE }).toBe('paused')
    await expect
      .poll(() =>
        run(
          shop.api.storeUrl,
          `select message->'mirror'->>'entity' as entity from millrace.alert_deliveries where message->'flow'->>'id' = $1`,
          [id],
        ),
      )
      .toEqual([{ entity: 'public.told' }])
  })
})

it('the source may forget its log before its disk is full, also while the mirror is paused; then only what differs is sent', async () => {
  const { source, target, api } = shop
  const { id, place, get, want, state, slots } = await mirrored('patient', expect)
  await want('on')
  await state('following')
  await want('paused')
  await state('paused')
  await run(source, 'create table others (bytes text)')
  await run(source, 'alter table others alter bytes set storage external')
  await run(source, `insert into others select repeat(md5(n::text), 100) from generate_series(1, 12000) n`)
  await run(source, `insert into patient values (7001, 'meanwhile')`)
  await run(shop.api.storeUrl, 'update millrace.mirrors set next_try_at = null where flow_id = $1', [id])
  await expect.poll(slots, { timeout: PATIENCE }).toEqual([])
  await expect.poll(async () => (await get()).problem?.code, { timeout: PATIENCE }).toBe('LOG_GAP')

  await want('on')
  await expect.poll(async () => (await run(target, 'select from patient')).length, { timeout: PATIENCE }).toBe(1001)
  expect((await api.call('ada', 'GET', `${place}/runs`)).body.runs).toHaveLength(1)
})

it('after a restore of the store nobody follows a log, and nobody ends one, until the schedules are resumed', async () => {
  const { place, want, state, slots } = await mirrored('restored', expect)
  const pause = (isPaused: boolean) =>
    run(shop.api.storeUrl, 'update millrace.organizations set schedules_paused = $1', [isPaused])
  await want('on')
  await state('following')
  await pause(true)
  await state('paused')
  await shop.api.call('ada', 'DELETE', place)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(await slots()).toHaveLength(1)
  await pause(false)
  await expect.poll(slots, { timeout: PATIENCE }).toEqual([])
})
