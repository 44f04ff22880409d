import { afterAll, beforeAll, expect, it } from 'vitest'

import { expire } from '../../src/server/schedules/expire.ts'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'

type Shop = Awaited<ReturnType<typeof startShop>>

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

let shop: Shop
let flow: {
  readonly id: string
  readonly source_connection: { id: string }
  readonly destination_connection: { id: string }
}

beforeAll(async () => {
  shop = await startShop()
  const { api, base, source } = shop
  await run(source, 'create table orders (id int primary key); create table customers (id int primary key)')
  flow = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Everything', ...(await addEnds(api, base)) })).body
})

afterAll(() => shop.api.stop())

const overview = async (id = flow.source_connection.id) =>
  (await shop.api.call('ada', 'GET', `${shop.base}/connections/${id}/overview`)).body

async function runs() {
  const { api, base } = shop
  const { body } = await api.call('ada', 'POST', `${base}/flows/${flow.id}/run`, {})
  return endedRun(api, base, body.run_id)
}

it('of a connection that nobody tested and no flow used has nothing', async () => {
  expect(await overview()).toEqual({ tests: [], changes: [], tables: [] })
})

it('keeps every test, with its duration and the stage that failed', async () => {
  const { api, base } = shop
  const path = `${base}/connections/${flow.source_connection.id}`
  await api.call('ada', 'POST', `${path}/test`, {})
  await run(api.postgres.url, 'alter database shop with allow_connections false')
  await api.call('ada', 'POST', `${path}/test`, {})
  await run(api.postgres.url, 'alter database shop with allow_connections true')
  const { tests } = await overview()
  expect(tests).toMatchObject([{ ok: true, stage: null }, { ok: false }])
  expect(tests[1].stage).toEqual(expect.any(String))
  expect(tests[0].milliseconds).toBeGreaterThan(0)
})

it('tells what runs found changed at the source, and which flow found it', async () => {
  expect((await runs()).status).toBe('succeeded')
  await run(shop.source, 'alter table orders add column note text')
  expect((await runs()).status).toBe('succeeded')
  const { changes, tables } = await overview()
  expect(changes).toMatchObject([
    {
      flow_id: flow.id,
      flow_name: 'Everything',
      entity: 'public.orders',
      columns: [{ side: 'source', name: 'note', is: 'added', type: 'text' }],
    },
  ])
  const arrived = { flow_id: flow.id, rows: 0, arrived_at: expect.any(String) }
  expect(tables).toEqual([
    { ...arrived, entity: 'public.customers', target: 'public.customers' },
    { ...arrived, entity: 'public.orders', target: 'public.orders' },
  ])
  expect((await overview(flow.destination_connection.id)).changes).toEqual([])
})

it('forgets tests as it forgets runs', async () => {
  const { api } = shop
  await run(api.storeUrl, `update millrace.connection_tests set at = at - interval '500 days' where ok`)
  const database = openDatabase({ databaseUrl: api.storeUrl, role: undefined, onError: () => {} })
  await expire(database, { runs: 400 }, SILENT)
  await database.close()
  expect((await overview()).tests).toMatchObject([{ ok: false }])
})

it('is of one’s own organization, and of a connection that exists', async () => {
  const { api, base } = shop
  await api.organizationOf('eve')
  expect((await api.call('eve', 'GET', `${base}/connections/${flow.source_connection.id}/overview`)).status).toBe(404)
  expect((await api.call('ada', 'GET', `${base}/connections/${crypto.randomUUID()}/overview`)).status).toBe(404)
})

it('takes less than 50 ms of Postgres’ time after 10,000 runs that found changes', async () => {
  const { api } = shop
  await run(
    api.storeUrl,
    `set search_path = millrace; select set_config('millrace.system', 'on', false);
     with made as (
       insert into runs (organization_id, flow_id, flow_version, flow_snapshot, status, trigger, queued_at, started_at, finished_at)
       select organization_id, id, 1, jsonb_build_object('sourceConnectionId', source_connection_id, 'destinationConnectionId', destination_connection_id),
         'succeeded', 'schedule', at, at, at
       from flows, generate_series(1, 10000) n, lateral (select now() - make_interval(mins => n) as at) t where id = '${flow.id}'
       returning id, organization_id, queued_at)
     insert into table_changes (organization_id, run_id, connection_id, side, at, entity, target, columns)
     select organization_id, id, '${flow.source_connection.id}', 'source', queued_at, 'public.orders', 'public.orders',
       '[{"side": "source", "name": "note", "is": "added", "type": "text"}]' from made`,
  )
  await run(
    api.storeUrl,
    `insert into millrace.connection_tests (organization_id, connection_id, at, ok, milliseconds)
     select organization_id, id, now() - make_interval(mins => n), true, n from millrace.connections, generate_series(1, 10000) n`,
  )
  await run(api.storeUrl, 'analyze')
  await overview()
  const begun = performance.now()
  const { tests, changes } = await overview()
  const took = performance.now() - begun
  expect(tests).toHaveLength(60)
  expect(changes).toHaveLength(200)
  // The whole call, on a machine that does other things too; alone it takes a tenth.
  expect(took).toBeLessThan(500)
})
