import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { addEnds, startShop } from '../support/shop.ts'
import { newStore } from '../support/start-api.ts'
import { startTcpProxy, type TcpProxy } from './proxy.ts'

const LOGICAL = { wal_level: 'logical', max_wal_senders: '20', max_replication_slots: '20' }
const PATIENCE = { timeout: 120_000, interval: 200 }

/** Longer than a lease. */
const AWAY_MS = TRIES_ALL ? 60_000 : 25_000

let store: Awaited<ReturnType<typeof newStore>>
let proxy: TcpProxy
let shop: Awaited<ReturnType<typeof startShop>>
let isAway = false

beforeAll(async () => {
  store = await newStore({ settings: LOGICAL })
  proxy = await startTcpProxy(store.postgres, { judge: () => (isAway ? 'reset' : 'pass') })
  const storeUrl = store.storeUrl.replace(/:\d+\//, `:${proxy.port}/`)
  shop = await startShop({ beside: { ...store, storeUrl }, startsTasks: true })
})
afterAll(async () => {
  await shop?.api.stop()
  await proxy?.stop()
  await store?.postgres.stop()
})

it('a mirror goes on without its store as long as its lease holds, then waits for it, and loses and doubles nothing', async () => {
  const { api, base, source, target } = shop
  await run(source, 'create table journal (id int, note text)')
  await run(source, 'alter table journal replica identity full')
  const config = { streams: [{ entity: 'public.journal', mode: 'mirror' }], transformations: [] }
  const flow = { name: 'Journal', ...(await addEnds(api, base)), config }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, flow)).body
  const get = async () => (await api.call('ada', 'GET', `${base}/flows/${id}/mirror`)).body
  await api.call('ada', 'POST', `${base}/flows/${id}/mirror`, { wanted: 'on' })
  await expect.poll(async () => (await get()).state, PATIENCE).toBe('following')

  isAway = true
  proxy.breakAll()
  const gone = Date.now()
  await run(source, `insert into journal values (0, 'first')`)
  await expect.poll(() => run(target, 'select id from journal'), { timeout: 10_000 }).toEqual([{ id: 0 }])
  for (let n = 1; Date.now() - gone < AWAY_MS; n++) {
    await run(source, `insert into journal values (${n}, 'away'), (${n}, 'away')`)
    await run(source, `delete from journal where id = ${n - 5}`)
    await sleep(250)
  }
  isAway = false
  const sum = `select count(*)::int as rows, coalesce(sum(id), 0)::int as ids from journal`
  await run(source, `insert into journal values (-1, 'after')`)
  const [expected] = await run(source, sum)
  await expect.poll(async () => (await run(target, sum))[0], PATIENCE).toEqual(expected)
  await expect.poll(async () => (await get()).state, PATIENCE).toBe('following')
  expect((await get()).tables).toMatchObject([{ state: 'following', divergent: 0 }])
}, 300_000)
