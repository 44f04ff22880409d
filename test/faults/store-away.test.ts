import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'
import { startTcpProxy, type TcpProxy } from './proxy.ts'

/** How long a test waits for what comes by itself, however busy the machine is. */
const PATIENCE = { timeout: 90_000, interval: 100 }

let store: Awaited<ReturnType<typeof newStore>>
let proxy: TcpProxy
let isAway = false
let api: Api
let base: string
let flowId: string
let source: string
let target: string

beforeAll(async () => {
  store = await newStore()
  proxy = await startTcpProxy(store.postgres, { judge: () => (isAway ? 'reset' : 'pass') })
  const storeUrl = store.storeUrl.replace(/:\d+\//, `:${proxy.port}/`)
  api = await startApi({ beside: { ...store, storeUrl } })
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  for (const name of ['shop', 'warehouse']) await run(store.postgres.url, `create database ${name}`)
  source = urlOfDatabase(api, 'shop')
  target = urlOfDatabase(api, 'warehouse')
  await run(source, `create table orders as select n as id, 'new' as note from generate_series(1, 500) n`)
  const ends = await addEnds(api, base)
  flowId = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
})
afterAll(async () => {
  await api.stop()
  await proxy.stop()
  await store.postgres.stop()
})

const start = (headers = {}) => api.call('ada', 'POST', `${base}/flows/${flowId}/run`, undefined, headers)
const read = async (runId: string) => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body
const succeeds = (runId: string) =>
  expect.poll(async () => read(runId), PATIENCE).toMatchObject({ status: 'succeeded', rows_written: 500 })
const expectAllOnce = async () =>
  expect(await run(target, 'select count(*)::int as rows, count(distinct id)::int as ids from orders')).toEqual([
    { rows: 500, ids: 500 },
  ])

describe('while the store is away', () => {
  it('calls are told to come back in a moment, and a run that is under way ends well afterwards', async () => {
    const holder = new pg.Client({ connectionString: source })
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('begin; lock table orders in access exclusive mode')
    const { run_id: runId } = (await start()).body
    await expect.poll(async () => (await read(runId)).status, PATIENCE).toBe('running')

    isAway = true
    proxy.breakAll()
    const refused = await api.call('ada', 'GET', `${base}/flows`)
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    isAway = false

    await holder.query('commit')
    await holder.end()
    await succeeds(runId)
    await expectAllOnce()
  })

  it('it may be closed to writing: what is read is answered, what would be written is refused, and nothing is half done', async () => {
    const name = new URL(store.storeUrl).pathname.slice(1)
    const kick = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
    await run(store.postgres.url, `alter database ${name} set default_transaction_read_only = on`)
    await run(store.postgres.url, kick)
    await expect.poll(async () => (await api.call('ada', 'GET', `${base}/flows`)).status, PATIENCE).toBe(200)
    await expect.poll(start, PATIENCE).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await run(store.postgres.url, `alter database ${name} reset default_transaction_read_only`)
    await run(store.postgres.url, kick)
    await expect.poll(async () => (await start()).status, PATIENCE).toBe(202)
  })
})

it('a call that is made again after the server was started anew is answered with the same run', async () => {
  const stopped = await startApi({ beside: { ...store, masterKey: api.masterKey }, takesRuns: false })
  const call = (on: Api) =>
    on.call('ada', 'POST', `${base}/flows/${flowId}/run`, undefined, { 'idempotency-key': 'after the restart' })
  await expect.poll(async () => (await call(stopped)).status, PATIENCE).toBe(202)
  const { run_id: runId } = (await call(stopped)).body
  await stopped.stop()
  expect((await call(api)).body).toMatchObject({ run_id: runId })
  await succeeds(runId)
  await expectAllOnce()
})

it('a key is one flow’s alone: with another flow it is refused, and nothing runs', async () => {
  const headers = { 'idempotency-key': 'the same' }
  const { body: flow } = await api.call('ada', 'GET', `${base}/flows/${flowId}`)
  const ends = { source_connection: flow.source_connection, destination_connection: flow.destination_connection }
  const other = await api.call('ada', 'POST', `${base}/flows`, { name: 'Others', ...ends })
  const first = await start(headers)
  await succeeds(first.body.run_id)
  const second = await api.call('ada', 'POST', `${base}/flows/${other.body.id}/run`, undefined, headers)
  expect(second).toMatchObject({ status: 422, body: { message: expect.stringContaining('Idempotency-Key') } })
  expect((await api.call('ada', 'GET', `${base}/flows/${other.body.id}/runs`)).body.runs).toEqual([])
  expect((await start(headers)).body).toEqual(first.body)
})
